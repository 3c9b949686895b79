import ArgumentParser
@main struct Pushfunnel: ParsableCommand { }

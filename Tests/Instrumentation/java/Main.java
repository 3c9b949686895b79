import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * usage: Main MESSAGES LOG: sends them to the FCM of FCM_URL, and logs them by the page's PushLog.
 * MESSAGES holds a platform, a tab and a message on each line: Java has no reader of JSON.
 */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    HttpClient client = HttpClient.newHttpClient();
    for (String entry : Files.readAllLines(Path.of(arguments[0]))) {
      String[] parts = entry.split("\t", 2);
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(System.getenv("FCM_URL")))
              .POST(HttpRequest.BodyPublishers.ofString("{\"message\":" + parts[1] + "}"))
              .build();
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      String line = PushLog.line(parts[1], answer.statusCode(), answer.body(), parts[0], null);
      Files.writeString(
          Path.of(arguments[1]), line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
  }
}

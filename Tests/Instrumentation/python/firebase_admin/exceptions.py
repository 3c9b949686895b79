"""firebase_admin.exceptions as far as it is needed here: what is raised, and what it holds."""


class FirebaseError(Exception):
    def __init__(self, code, message, cause=None, http_response=None):
        super().__init__(message)
        self.code = code
        self.cause = cause
        self.http_response = http_response

//! Detection of expired sessions from responses. Callers store the token and notify the listeners.

use crate::destination::path_of;
use crate::status;
use crate::token::Token;

/// Path of the login request, whose 401 response means "wrong password", not "session expired".
const LOGIN: &str = "/api/v1/login";

/// Data of the event for an expired session or a failed login.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoginExpired {
    /// Status text of the response, or the standard phrase if the response has none.
    pub status_text: String,
    /// True if the request was a login attempt. In this case, no session has expired.
    pub is_login_attempt: bool,
}

/// Session state at the time when a request is sent, needed when its response arrives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sent {
    token: Option<Token>,
    logins: u32,
    is_login_attempt: bool,
}

/// State of the current session: number of logins, and whether its expiry has been reported.
#[derive(Debug, Default)]
pub struct Session {
    logins: u32,
    is_announced: bool,
}

impl Session {
    /// Records a successful login: the next 401 response will be reported.
    pub fn logged_in(&mut self) {
        self.logins = self.logins.wrapping_add(1);
        self.is_announced = false;
    }

    /// Returns the state to store with a request that is sent with this token.
    pub fn sent(&self, url: &str, method: &str, token: Option<Token>) -> Sent {
        let is_login_attempt = is_login(url, method);
        Sent { token, logins: self.logins, is_login_attempt }
    }

    /// Returns an event if a 401 response must be reported; `token` is the current token. The request
    /// may have been sent without a token. The expiry of a session is reported once: ten parallel
    /// requests cause one event. Responses to requests that were sent before the token changed are
    /// ignored. Every wrong password is reported as a login attempt, which does not count as the
    /// report of an expiry.
    pub fn after_status(
        &mut self,
        status: u16,
        status_text: &str,
        sent: &Sent,
        token: Option<&Token>,
    ) -> Option<LoginExpired> {
        let is_stale = sent.logins != self.logins || sent.token.as_ref() != token;
        // If a listener clears the token after the first event, the other requests are stale. If the
        // listener keeps the token, `is_announced` suppresses their events.
        let is_repeated = self.is_announced && !sent.is_login_attempt;
        if status != status::UNAUTHORIZED || is_stale || is_repeated {
            return None;
        }
        self.is_announced |= !sent.is_login_attempt;
        Some(LoginExpired {
            status_text: status::text(status, status_text).to_owned(),
            is_login_attempt: sent.is_login_attempt,
        })
    }
}

fn is_login(url: &str, method: &str) -> bool {
    path_of(url) == LOGIN && method.eq_ignore_ascii_case("POST")
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;

    fn token(text: &str) -> Option<Token> {
        Token::new(text)
    }

    fn answer(session: &mut Session, sent: &Sent, current: Option<&Token>) -> bool {
        session.after_status(401, "", sent, current).is_some()
    }

    #[test]
    fn expiry_event_has_the_status_text_of_the_response() {
        for (sent_text, expected) in [("Session over", "Session over"), ("", "Unauthorized")] {
            let mut session = Session::default();
            let sent = session.sent("/api/v1/me", "GET", token("a"));
            let event = session.after_status(401, sent_text, &sent, token("a").as_ref());
            let status_text = expected.to_owned();
            assert_eq!(event, Some(LoginExpired { status_text, is_login_attempt: false }));
        }
    }

    #[test]
    fn statuses_other_than_401_emit_no_event() {
        let mut session = Session::default();
        let sent = session.sent("/api/v1/me", "GET", token("a"));
        for status in [0, 200, 204, 304, 400, 403, 404, 407, 419, 500] {
            assert_eq!(
                session.after_status(status, "", &sent, token("a").as_ref()),
                None,
                "{status}"
            );
        }
    }

    #[test]
    fn ten_parallel_401_responses_emit_one_event() {
        for sent_with in [token("a"), None] {
            let mut session = Session::default();
            let sent: Vec<Sent> =
                (0..10).map(|_| session.sent("/api/v1/me", "GET", sent_with.clone())).collect();
            let events =
                sent.iter().filter(|sent| answer(&mut session, sent, sent_with.as_ref())).count();
            assert_eq!(events, 1, "{sent_with:?}");
        }
    }

    #[test]
    fn clearing_an_expired_token_emits_no_second_event() {
        let mut session = Session::default();
        let sent = session.sent("/api/v1/me", "GET", token("a"));
        assert!(answer(&mut session, &sent, token("a").as_ref()));
        assert!(!answer(&mut session, &sent, None));
        let later = session.sent("/api/v1/me", "GET", None);
        assert!(!answer(&mut session, &later, None));
    }

    #[test]
    fn expiry_after_a_new_login_emits_an_event() {
        let mut session = Session::default();
        let sent = session.sent("/api/v1/me", "GET", token("a"));
        assert!(answer(&mut session, &sent, token("a").as_ref()));
        session.logged_in();
        let sent = session.sent("/api/v1/me", "GET", token("b"));
        assert!(answer(&mut session, &sent, token("b").as_ref()));
    }

    #[test]
    fn response_to_request_with_old_token_is_ignored() {
        for (old, new) in [(token("a"), token("b")), (None, token("b")), (token("a"), token("a"))] {
            let mut session = Session::default();
            let sent = session.sent("/api/v1/me", "GET", old);
            session.logged_in();
            assert!(!answer(&mut session, &sent, new.as_ref()), "{new:?}");
        }
        // Another tab has changed the token but its `storage` event has not arrived yet, or the
        // visitor has logged out.
        for new in [token("b"), None] {
            let mut session = Session::default();
            let sent = session.sent("/api/v1/me", "GET", token("a"));
            assert!(!answer(&mut session, &sent, new.as_ref()), "{new:?}");
        }
    }

    #[test]
    fn failed_login_event_is_marked_as_login_attempt() {
        let mut session = Session::default();
        let attempt = session.sent("/api/v1/login", "post", None);
        let event = session.after_status(401, "", &attempt, None).unwrap();
        assert!(event.is_login_attempt);
        let sent = session.sent("/api/v1/me", "GET", None);
        let event = session.after_status(401, "", &sent, None).unwrap();
        assert!(!event.is_login_attempt);
    }

    #[test]
    fn failed_login_emits_an_event_after_the_session_has_expired() {
        let mut session = Session::default();
        let sent = session.sent("/api/v1/me", "GET", None);
        assert!(answer(&mut session, &sent, None));
        for _ in 0..2 {
            let attempt = session.sent("/api/v1/login", "POST", None);
            assert!(answer(&mut session, &attempt, None));
        }
        let later = session.sent("/api/v1/me", "GET", None);
        assert!(!answer(&mut session, &later, None));
    }

    #[test]
    fn only_post_to_login_is_a_login_attempt() {
        for (url, method, expected) in [
            ("/api/v1/login", "POST", true),
            ("/api/v1/login?next=/zh", "POST", true),
            ("/api/v1/login", "GET", false),
            ("/api/v1/logins", "POST", false),
            ("https://other.example/api/v1/login", "POST", false),
        ] {
            assert_eq!(is_login(url, method), expected, "{method} {url}");
        }
    }
}

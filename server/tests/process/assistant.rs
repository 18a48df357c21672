//! Tests of the calibration of the assistant, which is stored in the database.

use super::crash::query_value;
use super::process::{Site, until};

/// State of the answer to a question about the only page of the site.
#[track_caller]
fn state_of_answer(site: &Site) -> String {
    let question = r#"{"locale":"en","question":"How do I start the site?"}"#;
    let headers = [("content-type", "application/json"), ("accept", "application/json")];
    let answer = site.ask("POST", "/api/v1/public/assistant/ask", &headers, question);
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["state"].as_str().unwrap().to_owned()
}

#[test]
fn first_question_after_a_restart_uses_the_stored_calibration() {
    let site = Site::start();
    assert_ne!(state_of_answer(&site), "off_topic");
    let sql = "select fingerprint from assistant_calibrations";
    let fingerprint = until("stored calibration", || query_value(site.folder(), sql));
    let folder = site.killed();
    // With a threshold of more than 1, every question is off topic.
    let sql = "update assistant_calibrations set calibration = \
               replace(calibration, '\"topic_threshold\":', '\"topic_threshold\":2,\"old\":') \
               returning fingerprint";
    assert_eq!(query_value(folder.path(), sql), Some(fingerprint));
    let site = Site::of(folder, &[]);
    assert_eq!(state_of_answer(&site), "off_topic");
}

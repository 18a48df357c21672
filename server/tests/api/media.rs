//! Tests of media files: upload, alt text, use in pages, and deletion.

use bytes::Bytes;
use futures_util::future::join_all;
use http::Request;
use serde_json::{Value, json};

use crate::site::Site;

const PASSWORD: &str = "correct horse battery";

/// Creates a site with a logged-in owner, and a page in both languages.
async fn library() -> Site {
    let site = Site::new().await;
    site.import(&[("en/a.md", "# A\n\nOne.\n"), ("zh/a.md", "# 甲\n\n一。\n")]).await;
    log_in(&site, "ann", "owner").await;
    site
}

async fn log_in(site: &Site, name: &str, role: &str) {
    site.inside().add_user(name, role, PASSWORD).await.unwrap();
    come_back_as(site, name).await;
}

async fn come_back_as(site: &Site, name: &str) {
    site.with_token(None);
    let body = json!({ "username": name, "password": PASSWORD }).to_string();
    let answer = site.answer("POST", "/api/v1/login", Some(&body)).await;
    let session: Value = serde_json::from_slice(answer.body()).unwrap();
    site.with_token(session["token"].as_str());
}

async fn ask(site: &Site, method: &str, path: &str, body: Option<Value>) -> (u16, Value) {
    let body = body.map(|body| body.to_string());
    let answer = site.answer(method, &format!("/api/v1{path}"), body.as_deref()).await;
    let json = serde_json::from_slice(answer.body()).unwrap_or(Value::Null);
    (answer.status().as_u16(), json)
}

/// Returns the status and the code of the first field error (`-` if there is none), as one string.
fn status_and_error_code((status, body): (u16, Value)) -> String {
    format!("{status} {}", body["errors"][0]["code"].as_str().unwrap_or("-"))
}

async fn part(site: &Site, id: &str, offset: usize, bytes: &[u8]) -> (u16, Value) {
    let path = format!("/api/v1/admin/uploads/{id}?offset={offset}");
    let request = Request::builder().method("PUT").uri(path);
    let request = request.header("authorization", site.token().unwrap());
    let request = request.body(Bytes::copy_from_slice(bytes)).unwrap();
    let answer = site.raw([192, 0, 2, 1].into(), request).await;
    let json = serde_json::from_slice(answer.body()).unwrap_or(Value::Null);
    (answer.status().as_u16(), json)
}

/// Uploads a file in two parts.
async fn upload(site: &Site, name: &str, bytes: &[u8], replaces: Option<&str>) -> (u16, Value) {
    let mut new = json!({ "name": name, "bytes": bytes.len() });
    if let Some(path) = replaces {
        new["replaces"] = json!(path);
    }
    let (status, begun) = ask(site, "POST", "/admin/uploads", Some(new)).await;
    if status != 201 {
        return (status, begun);
    }
    let id = begun["id"].as_str().unwrap();
    let middle = bytes.len() / 2;
    let (status, sent) = part(site, id, 0, &bytes[..middle]).await;
    assert_eq!((status, sent["received"].as_u64()), (200, Some(middle as u64)));
    part(site, id, middle, &bytes[middle..]).await
}

fn png(width: u32) -> Vec<u8> {
    let pixel = |x: u32, y: u32| {
        let wave = |a: f32, b: f32| 128.0 + 100.0 * (x as f32 / a).sin() * (y as f32 / b).cos();
        image::Rgb([wave(17.0, 23.0) as u8, wave(41.0, 11.0) as u8, wave(7.0, 90.0) as u8])
    };
    let pixels = image::RgbImage::from_fn(width, width.div_ceil(2), pixel);
    let mut out = std::io::Cursor::new(Vec::new());
    pixels.write_to(&mut out, image::ImageFormat::Png).unwrap();
    out.into_inner()
}

/// Returns the HTML of a published page.
async fn html(site: &Site, path: &str) -> String {
    let (_, page) = ask(site, "GET", &format!("/public/docs/{path}"), None).await;
    page["html"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn url_of_an_upload_has_a_random_part() {
    let site = Site::with("").await;
    log_in(&site, "ann", "owner").await;
    let mut paths = Vec::new();
    for _ in 0..2 {
        let (status, sent) = upload(&site, "roadmap 2027.png", &png(8), None).await;
        assert_eq!(status, 200, "{sent}");
        let path = sent["file"]["path"].as_str().unwrap().to_owned();
        let part = path.strip_prefix("uploads/roadmap-2027-").unwrap();
        let part = part.strip_suffix(".png").unwrap();
        assert!(part.len() == 10 && part.chars().all(|c| c.is_ascii_alphanumeric()), "{path}");
        assert_eq!(site.answer("GET", &format!("/index/media/{path}"), None).await.status(), 200);
        paths.push(path);
    }
    assert_ne!(paths[0], paths[1]);
    let guess = "/index/media/uploads/roadmap-2027.png";
    assert_eq!(site.answer("GET", guess, None).await.status(), 404);
    // A replaced file keeps its path.
    let (status, sent) = upload(&site, "other.png", &png(16), Some(&paths[0])).await;
    assert_eq!((status, sent["file"]["path"].as_str()), (200, Some(paths[0].as_str())));
}

#[tokio::test]
async fn image_has_responsive_sizes_and_a_use_count() {
    let site = library().await;
    let (status, sent) = upload(&site, "C:\\My Pictures\\Gate 1.PNG", &png(1200), None).await;
    assert_eq!(status, 200, "{sent}");
    let file = &sent["file"];
    assert_eq!(file["path"], "uploads/Gate-1.png");
    assert_eq!((&file["width"], &file["height"]), (&json!(1200), &json!(600)));
    assert_eq!((&file["author"], &file["uses"]), (&json!("ann"), &json!(0)));

    // A page that uses the file only in its draft counts as a use.
    let new = json!({ "area": "docs", "locale": "en", "path": "draft", "title": "Draft" });
    let (_, page) = ask(&site, "POST", "/admin/pages", Some(new)).await;
    let (id, seen) = (page["id"].as_str().unwrap(), page["en"]["revision"].as_str().unwrap());
    let seen = format!("\"{seen}\"");
    site.with_header(Some(("if-match", &seen)));
    let draft = json!({ "text": "# Draft\n\n![](/uploads/Gate-1.png)\n" });
    let (status, saved) =
        ask(&site, "PUT", &format!("/admin/pages/{id}/en/draft"), Some(draft)).await;
    assert_eq!(status, 200, "{saved}");
    site.with_header(None);
    let (_, unused) = ask(&site, "GET", "/admin/media?state=unused", None).await;
    assert_eq!(unused, json!([]));
    site.with_header(Some(("if-match", "*")));
    assert_eq!(ask(&site, "DELETE", &format!("/admin/pages/{id}"), None).await.0, 204);
    site.with_header(None);
    let text = "# A\n\n![](/uploads/Gate-1.png)\n";
    site.inside().edit_page("en", "a", text, "ann").await;
    let page = html(&site, "en/a").await;
    let url = "/index/media/uploads/Gate-1.png";
    let srcset = format!("{url}?w=480 480w, {url}?w=960 960w, {url}?w=1200 1200w");
    assert!(page.contains(&srcset), "{page}");

    site.with_header(Some(("accept", "image/avif,image/webp,*/*;q=0.8")));
    let answer = site.answer("GET", &format!("{url}?w=480"), None).await;
    let header = |name: &str| answer.headers()[name].to_str().unwrap().to_owned();
    assert_eq!(
        (header("content-type"), header("vary")),
        ("image/webp".to_owned(), "accept".to_owned())
    );
    assert!(header("content-security-policy").contains("sandbox"));
    let read = image::load_from_memory(answer.body()).unwrap();
    assert_eq!((read.width(), read.height()), (480, 240));
    // Clients that do not accept WebP, and requests without a width of the `srcset`, get the original image.
    for (accept, path) in [("image/png", "?w=480"), ("image/webp", "?w=481"), ("image/webp", "")] {
        site.with_header(Some(("accept", accept)));
        let answer = site.answer("GET", &format!("{url}{path}"), None).await;
        assert_eq!(answer.headers()["content-type"], "image/png", "{accept} {path}");
    }
    // AVIF variants are encoded in the background; clients that accept AVIF get them at the same URL.
    assert_eq!(site.inside().make_avif().await, 3);
    assert_eq!(site.inside().make_avif().await, 0);
    for (accept, expected) in [
        ("image/avif,image/webp,*/*;q=0.8", "image/avif"),
        ("image/webp,*/*;q=0.8", "image/webp"),
        ("*/*", "image/png"),
    ] {
        site.with_header(Some(("accept", accept)));
        let answer = site.answer("GET", &format!("{url}?w=960"), None).await;
        assert_eq!(answer.headers()["content-type"], expected, "{accept}");
        assert_eq!(answer.headers()["vary"], "accept");
    }
    site.with_header(None);
    let (_, detail) = ask(&site, "GET", "/admin/media/file?path=uploads/Gate-1.png", None).await;
    // A page in the trash also counts as a use, because it may be restored.
    assert_eq!(detail["file"]["uses"], 2);
    assert_eq!(detail["used_on"][0]["url"], "/index/en/docs/a");
    let in_trash = &detail["used_on"][1];
    assert_eq!((&in_trash["title"], &in_trash["trash"]), (&json!("Draft"), &json!(true)));
    assert_eq!(detail["widths"], json!([480, 960, 1200]));
}

#[tokio::test]
async fn upload_of_an_svg_reports_removed_parts() {
    let site = library().await;
    let svg = |inside: &str| {
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\"><rect/>{inside}</svg>").into_bytes()
    };
    let bytes = svg("<script>a</script><image href=\"https://e.example/a.png\"/>");
    let (status, done) = upload(&site, "a.svg", &bytes, None).await;
    assert_eq!((status, &done["removed"]), (200, &json!(["<image href>", "<script>"])));
    let (status, done) = upload(&site, "b.svg", &svg("<circle/>"), None).await;
    assert_eq!((status, &done["removed"]), (200, &json!([])));
}

#[tokio::test]
async fn interrupted_upload_resumes_after_the_received_parts() {
    let site = library().await;
    let bytes = png(64);
    let new = json!({ "name": "a.png", "bytes": bytes.len() });
    let (_, begun) = ask(&site, "POST", "/admin/uploads", Some(new)).await;
    let id = begun["id"].as_str().unwrap().to_owned();
    part(&site, &id, 0, &bytes[..10]).await;
    assert_eq!(status_and_error_code(part(&site, &id, 0, &bytes[..10]).await), "422 unexpected");
    assert_eq!(status_and_error_code(part(&site, &id, 11, &bytes[11..]).await), "422 unexpected");
    assert_eq!(status_and_error_code(part(&site, &id, 10, &[0; 100_000]).await), "422 too-much");
    let path = format!("/admin/uploads/{id}");
    let (_, state) = ask(&site, "GET", &path, None).await;
    assert_eq!((&state["received"], &state["file"]), (&json!(10), &Value::Null));
    part(&site, &id, 10, &bytes[10..]).await;
    // The result can be requested later, because the response to the last part may be lost.
    let (_, state) = ask(&site, "GET", &path, None).await;
    assert_eq!(state["file"]["path"], "uploads/a.png");

    // Another user cannot find this upload.
    log_in(&site, "bob", "editor").await;
    assert_eq!(ask(&site, "GET", &path, None).await.0, 404);
    assert_eq!(part(&site, &id, 0, b"x").await.0, 404);
    assert_eq!(ask(&site, "DELETE", &path, None).await.0, 404);
    // If a file with this name exists, the new name gets a number. Names that differ only in case count as equal.
    for expected in ["uploads/A-2.png", "uploads/A-3.png"] {
        let (_, sent) = upload(&site, "A.png", &bytes, None).await;
        assert_eq!(sent["file"]["path"], expected);
    }
}

#[tokio::test]
async fn upload_belongs_to_the_account_id_not_the_user_name() {
    let site = library().await;
    let new = json!({ "name": "a.png", "bytes": 100 });
    let (_, begun) = ask(&site, "POST", "/admin/uploads", Some(new)).await;
    let id = begun["id"].as_str().unwrap();
    let path = format!("/admin/uploads/{id}");
    let renamed = "update users set name = 'anna', name_key = 'anna' where name = 'ann'";
    site.inside().execute(renamed).await.unwrap();
    let anna = site.token();
    log_in(&site, "ann", "owner").await;
    assert_eq!(ask(&site, "GET", &path, None).await.0, 404);
    assert_eq!(part(&site, id, 0, b"x").await.0, 404);
    assert_eq!(ask(&site, "DELETE", &path, None).await.0, 404);
    site.with_token(anna.as_deref());
    let (status, state) = ask(&site, "GET", &path, None).await;
    assert_eq!((status, &state["received"]), (200, &json!(0)));
}

/// PostgreSQL rejects NUL characters, even in queries.
#[tokio::test]
async fn media_path_with_nul_is_404() {
    let site = library().await;
    for path in ["uploads/a%00.png", "%00", "v1/%00"] {
        let answer = site.answer("GET", &format!("/index/media/{path}"), None).await;
        assert_eq!(answer.status(), 404, "{path}");
    }
    let new = json!({ "name": "a.png", "bytes": 100, "replaces": "uploads/a\u{0}.png" });
    assert_eq!(ask(&site, "POST", "/admin/uploads", Some(new)).await.0, 404);
}

#[tokio::test]
async fn repeated_last_upload_part_stores_the_file_once() {
    let site = library().await;
    let bytes = png(1200);
    let new = json!({ "name": "a.png", "bytes": bytes.len() });
    let (_, begun) = ask(&site, "POST", "/admin/uploads", Some(new)).await;
    let id = begun["id"].as_str().unwrap();
    let again = async {
        // Waits until all bytes are received and the file is being processed.
        loop {
            let (status, state) = ask(&site, "GET", &format!("/admin/uploads/{id}"), None).await;
            assert_eq!(status, 200, "{state}");
            if state["received"].as_u64() == Some(bytes.len() as u64) {
                break part(&site, id, bytes.len(), b"").await;
            }
        }
    };
    let middle = bytes.len() / 2;
    part(&site, id, 0, &bytes[..middle]).await;
    let (sent, again) = tokio::join!(part(&site, id, middle, &bytes[middle..]), again);
    assert_eq!((sent.0, &sent.1["file"]["path"]), (200, &json!("uploads/a.png")));
    match again.0 {
        200 => assert_eq!(again.1["file"]["path"], "uploads/a.png"),
        // The first request has already completed the upload.
        _ => assert_eq!(status_and_error_code(again), "422 unexpected"),
    }
    let (_, all) = ask(&site, "GET", "/admin/media", None).await;
    assert_eq!(all.as_array().unwrap().len(), 1, "{all}");
}

#[tokio::test]
async fn invalid_upload_is_rejected() {
    let site = library().await;
    let mut bomb = png(1);
    bomb[16..20].copy_from_slice(&30_000_u32.to_be_bytes());
    bomb[20..24].copy_from_slice(&30_000_u32.to_be_bytes());
    // Updates the checksum of the header chunk.
    let mut crc = flate2::Crc::new();
    crc.update(&bomb[12..29]);
    bomb[29..33].copy_from_slice(&crc.sum().to_be_bytes());
    for (name, bytes, expected) in [
        ("../../x", b"x".as_slice(), "422 unknown-type"),
        ("../../etc/passwd.png", b"root:x:0:0", "422 other-type"),
        ("a.html", b"<script>alert(1)</script>", "422 unknown-type"),
        ("a.png", b"<script>alert(1)</script>", "422 other-type"),
        ("a.pdf", b"PK\x03\x04aaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "422 other-type"),
        ("a.png", &bomb, "422 too-many-pixels"),
        ("a.svg", b"<svg xmlns=\"http://www.w3.org/2000/svg\"", "422 unreadable"),
        (
            "a.svg",
            b"<svg xmlns=\"http://www.w3.org/2000/svg\"><foreignObject/></svg>",
            "422 nothing-drawn",
        ),
        ("con.png", b"x", "422 invalid-characters"),
        ("", b"x", "422 invalid-length"),
    ] {
        assert_eq!(
            status_and_error_code(upload(&site, name, bytes, None).await),
            expected,
            "{name}"
        );
    }
    for (bytes, expected) in [(0, "422 empty"), (-1, "422 empty"), (1_i64 << 40, "422 too-large")] {
        let new = json!({ "name": "a.png", "bytes": bytes });
        assert_eq!(
            status_and_error_code(ask(&site, "POST", "/admin/uploads", Some(new)).await),
            expected
        );
    }
    let (_, listed) = ask(&site, "GET", "/admin/media", None).await;
    assert_eq!(listed, json!([]));

    let drawing = b"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><script>alert(1)</script><path onload=\"alert(1)\" d=\"M0 0\"/></svg>";
    let (status, sent) = upload(&site, "logo.svg", drawing, None).await;
    assert_eq!(status, 200, "{sent}");
    let answer = site.answer("GET", "/index/media/uploads/logo.svg", None).await;
    let text = String::from_utf8_lossy(answer.body());
    assert_eq!(
        text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><path d=\"M0 0\"></path></svg>\n"
    );
}

#[tokio::test]
async fn media_range_request_returns_the_requested_bytes() {
    let site = library().await;
    let image = png(40);
    upload(&site, "gate.png", &image, None).await;
    let url = "/index/media/uploads/gate.png";
    let whole = site.answer("GET", url, None).await;
    assert_eq!(whole.headers()["accept-ranges"], "bytes");
    let bytes = whole.body().clone();
    site.with_header(Some(("range", "bytes=2-5")));
    let part = site.answer("GET", url, None).await;
    let content_range = format!("bytes 2-5/{}", bytes.len());
    assert_eq!(
        (part.status(), part.headers()["content-range"].to_str().unwrap()),
        (206.try_into().unwrap(), content_range.as_str())
    );
    assert_eq!(
        (&part.body()[..], part.headers()["etag"].clone()),
        (&bytes[2..6], whole.headers()["etag"].clone())
    );
    site.with_header(Some(("range", "bytes=99999999-")));
    let nothing = site.answer("GET", url, None).await;
    assert_eq!((nothing.status().as_u16(), nothing.body().len()), (416, 0));
    site.with_header(None);
}

#[tokio::test]
async fn image_without_alt_text_cannot_be_published() {
    let site = library().await;
    upload(&site, "gate.png", &png(40), None).await;
    let (_, pages) = ask(&site, "GET", "/admin/pages?q=a&sort=path", None).await;
    let id = pages[0]["id"].as_str().unwrap().to_owned();
    site.with_header(Some(("if-match", "*")));
    let draft = json!({ "text": "# A\n\n![](/uploads/gate.png)\n" });
    let path = format!("/admin/pages/{id}/en");
    assert_eq!(ask(&site, "PUT", &format!("{path}/draft"), Some(draft)).await.0, 200);
    let publish = || json!({ "decisions": [] });
    let refused = ask(&site, "POST", &format!("{path}/publish"), Some(publish())).await;
    assert_eq!(refused.1["errors"][0]["line"], 3);
    assert_eq!(status_and_error_code(refused), "422 image-without-alt-text");
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let tomorrow = now.as_millis() + 86_400_000;
    let later = json!({ "decisions": [], "at": i64::try_from(tomorrow).unwrap() });
    let refused = ask(&site, "POST", &format!("{path}/publish"), Some(later)).await;
    assert_eq!(status_and_error_code(refused), "422 image-without-alt-text");

    let file = "/admin/media/file?path=uploads/gate.png";
    let alt_texts = |zh: &str, en: &str| json!({ "zh-CN": zh, "en-US": en, "decorative": false });
    assert_eq!(
        status_and_error_code(ask(&site, "PUT", file, Some(alt_texts("a\nb", ""))).await),
        "422 control-character"
    );
    assert_eq!(
        status_and_error_code(
            ask(&site, "PUT", file, Some(alt_texts(&"长".repeat(501), ""))).await
        ),
        "422 too-long"
    );
    let (status, response) =
        ask(&site, "PUT", file, Some(alt_texts("一座牌楼", "A \"gate\""))).await;
    assert_eq!((status, &response["file"]["alt_text"]["zh-CN"]), (200, &json!("一座牌楼")));
    let seen = response["file"]["revision"].as_str().unwrap().to_owned();
    assert_eq!(ask(&site, "POST", &format!("{path}/publish"), Some(publish())).await.0, 200);
    let page = html(&site, "en/a").await;
    assert!(page.contains("alt=\"A &quot;gate&quot;\""), "{page}");

    // Another request changes the alt text after the client has read the revision `seen`.
    assert_eq!(ask(&site, "PUT", file, Some(alt_texts("门", "Gate"))).await.0, 200);
    site.with_header(Some(("if-match", &format!("\"{seen}\""))));
    let (status, stale) = ask(&site, "PUT", file, Some(alt_texts("", ""))).await;
    assert_eq!((status, &stale["row"]["alt_text"]["zh-CN"]), (412, &json!("门")));
    site.with_header(None);
    assert_eq!(ask(&site, "PUT", file, Some(alt_texts("", ""))).await.0, 428);
    let page = html(&site, "en/a").await;
    assert!(page.contains("alt=\"Gate\""), "{page}");
}

#[tokio::test]
async fn used_media_file_can_be_replaced_but_not_deleted() {
    let site = library().await;
    upload(&site, "gate.png", &png(40), None).await;
    site.inside().edit_page("zh", "a", "# 甲\n\n![门](/uploads/gate.png)\n", "ann").await;
    assert_eq!(
        status_and_error_code(upload(&site, "b.svg", b"x", Some("uploads/gate.png")).await),
        "422 other-type"
    );
    assert_eq!(upload(&site, "b.png", b"x", Some("uploads/none.png")).await.0, 404);
    let (status, sent) = upload(&site, "other.png", &png(80), Some("uploads/gate.png")).await;
    assert_eq!((status, &sent["file"]["width"]), (200, &json!(80)), "{sent}");
    assert!(html(&site, "zh/a").await.contains("width=\"80\""));
    let answer = site.answer("GET", "/index/media/uploads/gate.png", None).await;
    assert_eq!(image::load_from_memory(answer.body()).unwrap().width(), 80);

    let file = "/admin/media/file?path=uploads/gate.png";
    site.with_header(Some(("if-match", "*")));
    assert_eq!(status_and_error_code(ask(&site, "DELETE", file, None).await), "422 used");
    site.inside().edit_page("zh", "a", "# 甲\n", "ann").await;
    assert_eq!(ask(&site, "DELETE", file, None).await.0, 204);
    assert_eq!(ask(&site, "DELETE", file, None).await.0, 404);
    assert_eq!(site.answer("GET", "/index/media/uploads/gate.png", None).await.status(), 404);
    site.with_header(None);
    let (_, log) = ask(&site, "GET", "/admin/log", None).await;
    let actions = log.as_array().unwrap().iter().map(|entry| entry["action"].as_str().unwrap());
    let actions: Vec<_> = actions.filter(|action| action.starts_with("media-")).collect();
    assert_eq!(actions, ["media-removed", "media-replaced", "media-added"]);
}

#[tokio::test]
async fn user_with_access_scope_cannot_replace_or_delete_media() {
    let site = library().await;
    upload(&site, "gate.png", &png(40), None).await;
    log_in(&site, "tom", "translator").await;
    let replaces = json!({ "name": "a.png", "bytes": 1_000, "replaces": "uploads/gate.png" });
    let begin = async || ask(&site, "POST", "/admin/uploads", Some(replaces.clone())).await;
    let (status, begun) = begin().await;
    assert_eq!(status, 201, "{begun}");
    let file = "/admin/media/file?path=uploads/gate.png";
    site.with_header(Some(("if-match", "*")));
    for limits in [
        "update users set locales = 'en' where name = 'tom'",
        "update users set locales = 'zh en', areas = 'docs' where name = 'tom'",
    ] {
        site.inside().execute(limits).await.unwrap();
        assert_eq!(begin().await.0, 403, "{limits}");
        let id = begun["id"].as_str().unwrap();
        assert_eq!(
            part(&site, id, 0, b"x").await.0,
            403,
            "an upload begun earlier must be rejected: {limits}"
        );
        assert_eq!(ask(&site, "DELETE", file, None).await.0, 403, "{limits}");
        // The access scope does not restrict uploads of new files.
        assert_eq!(upload(&site, "own.png", &png(40), None).await.0, 200, "{limits}");
    }
    let without = "update users set locales = '', areas = '' where name = 'tom'";
    site.inside().execute(without).await.unwrap();
    assert_eq!(ask(&site, "DELETE", file, None).await.0, 204);
}

#[tokio::test]
async fn media_list_shows_missing_alt_text_and_unused_files() {
    let site = library().await;
    for name in ["b.png", "a.png"] {
        upload(&site, name, &png(40), None).await;
    }
    upload(&site, "manual.pdf", b"%PDF-1.7\n", None).await;
    site.inside().edit_page("en", "a", "# A\n\n[manual](/uploads/manual.pdf)\n", "ann").await;
    site.with_header(Some(("if-match", "*")));
    let alt_texts = json!({ "zh-CN": "", "en-US": "", "decorative": true });
    ask(&site, "PUT", "/admin/media/file?path=uploads/b.png", Some(alt_texts)).await;
    site.with_header(None);
    for (query, expected) in [
        ("sort=path", "a.png b.png manual.pdf"),
        ("class=image&sort=path", "a.png b.png"),
        ("class=file", "manual.pdf"),
        ("state=undescribed", "a.png"),
        ("state=unused&sort=path", "a.png b.png"),
        ("q=MAN", "manual.pdf"),
        ("q=none", ""),
        ("sort=path&size=2&page=2", "manual.pdf"),
    ] {
        let answer = site.answer("GET", &format!("/api/v1/admin/media?{query}"), None).await;
        let rows: Value = serde_json::from_slice(answer.body()).unwrap();
        let names = rows.as_array().unwrap().iter();
        let names: Vec<_> = names.map(|row| &row["path"].as_str().unwrap()[8..]).collect();
        assert_eq!(names.join(" "), expected, "{query}");
    }
    let answer = site.answer("GET", "/api/v1/admin/media?class=file", None).await;
    assert_eq!(
        (&answer.headers()["x-total-count"], &answer.headers()["x-total-sum"]),
        (&"1".parse().unwrap(), &"9".parse().unwrap())
    );
    assert_eq!(
        status_and_error_code(ask(&site, "GET", "/admin/media?state=x", None).await),
        "422 unknown-value"
    );
}

#[tokio::test]
async fn translator_sets_alt_text_in_the_permitted_language_only() {
    let site = library().await;
    upload(&site, "a.png", &png(40), None).await;
    let file = "/admin/media/file?path=uploads/a.png";
    site.inside().add_user("eva", "translator", PASSWORD).await.unwrap();
    let (_, users) = ask(&site, "GET", "/admin/users", None).await;
    let eva = users.as_array().unwrap().iter().find(|user| user["name"] == "eva").unwrap();
    let limits = json!({ "name": "eva", "role": "translator", "locales": ["en"], "areas": [], "disabled": false });
    site.with_header(Some(("if-match", "*")));
    let path = format!("/admin/users/{}", eva["id"].as_str().unwrap());
    assert_eq!(ask(&site, "PUT", &path, Some(limits)).await.0, 200);
    let alt_texts = |zh: &str, en: &str| json!({ "zh-CN": zh, "en-US": en, "decorative": false });
    come_back_as(&site, "eva").await;
    assert_eq!(ask(&site, "PUT", file, Some(alt_texts("", "A"))).await.0, 200);
    assert_eq!(ask(&site, "PUT", file, Some(alt_texts("甲", "A"))).await.0, 403);
    log_in(&site, "rita", "reviewer").await;
    assert_eq!(ask(&site, "GET", file, None).await.0, 200);
    assert_eq!(ask(&site, "PUT", file, Some(alt_texts("", "A"))).await.0, 403);
    assert_eq!(upload(&site, "b.png", &png(40), None).await.0, 403);
    log_in(&site, "anna", "analyst").await;
    assert_eq!(ask(&site, "GET", file, None).await.0, 403);
    site.with_token(None);
    assert_eq!(ask(&site, "GET", "/admin/media", None).await.0, 401);
}

#[tokio::test]
async fn image_of_a_draft_or_trashed_page_cannot_be_deleted() {
    let site = library().await;
    let names = ["imported", "taken-back", "thrown-away", "written"];
    for name in names {
        upload(&site, &format!("{name}.png"), &png(40), None).await;
    }
    let shows = |name: &str| format!("![gate](/uploads/{name}.png)\n");
    let imported = format!("---\ndraft: true\n---\n# Later\n\n{}", shows("imported"));
    site.import(&[("en/later.md", &imported), ("en/b.md", "# B\n")]).await;
    site.inside().edit_page("en", "a", &shows("thrown-away"), "ann").await;
    site.inside().edit_page("en", "b", &shows("taken-back"), "ann").await;
    let id_of = async |path: &str| {
        let (_, rows) = ask(&site, "GET", "/admin/pages", None).await;
        let row = rows.as_array().unwrap().iter().find(|row| row["key"] == path).unwrap();
        row["id"].as_str().unwrap().to_owned()
    };
    let (a, b) = (id_of("a").await, id_of("b").await);
    site.with_header(Some(("if-match", "*")));
    let done = ask(&site, "POST", &format!("/admin/pages/{b}/en/unpublish"), None).await;
    assert_eq!(done.0, 200, "{}", done.1);
    let draft = json!({ "text": shows("written") });
    let done = ask(&site, "PUT", &format!("/admin/pages/{a}/en/draft"), Some(draft)).await;
    assert_eq!(done.0, 200, "{}", done.1);
    assert_eq!(ask(&site, "DELETE", &format!("/admin/pages/{a}"), None).await.0, 204);
    let remove = async |name: &str| {
        ask(&site, "DELETE", &format!("/admin/media/file?path=uploads/{name}.png"), None).await
    };
    for name in names {
        assert_eq!(status_and_error_code(remove(name).await), "422 used", "{name}");
    }
    let (_, unused) = ask(&site, "GET", "/admin/media?state=unused", None).await;
    assert_eq!(unused, json!([]));

    assert_eq!(
        ask(&site, "DELETE", &format!("/admin/pages/{a}?permanent=true"), None).await.0,
        204
    );
    assert_eq!(remove("thrown-away").await.0, 204);
    assert_eq!(remove("written").await.0, 204);
}

async fn detail_of(site: &Site, name: &str) -> Value {
    ask(site, "GET", &format!("/admin/media/file?path=uploads/{name}"), None).await.1
}

#[tokio::test]
async fn media_file_used_by_a_site_file_cannot_be_deleted() {
    let site = library().await;
    for name in ["old.png", "trial.png", "later.png"] {
        upload(&site, name, &png(40), None).await;
    }
    upload(&site, "manual.pdf", b"%PDF-1.7\n", None).await;
    site.with_header(Some(("if-match", "*")));
    let sheet = "/admin/config/global_style.css";
    let change = async |method: &str, path: &str, body: Value| {
        let (status, response) = ask(&site, method, path, Some(body)).await;
        assert_eq!(status, 200, "{response}");
    };
    let css = |name: &str| format!("body{{background:url(/index/media/uploads/{name})}}");
    change("PUT", sheet, json!({ "body": css("old.png") })).await;
    change("POST", &format!("{sheet}/confirm"), json!({ "keep": true })).await;
    change("PUT", sheet, json!({ "body": css("trial.png") })).await;
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let tomorrow = i64::try_from(now.as_millis()).unwrap() + 86_400_000;
    change("PUT", sheet, json!({ "body": css("later.png"), "publish_at": tomorrow })).await;
    let entry = r#"{"label": {"zh": "手册", "en": "Manual"}, "to": "/media/uploads/manual.pdf"}"#;
    let links = json!({ "body": format!("{{\"footer\": [{entry}]}}") });
    change("PUT", "/admin/config/navigation.json", links).await;

    let remove = async |name: &str| {
        ask(&site, "DELETE", &format!("/admin/media/file?path=uploads/{name}"), None).await
    };
    for (name, value) in [
        ("old.png", "global_style.css"),
        ("trial.png", "global_style.css"),
        ("later.png", "global_style.css"),
        ("manual.pdf", "navigation.json"),
    ] {
        let detail = detail_of(&site, name).await;
        assert_eq!((&detail["file"]["uses"], &detail["used_in"]), (&json!(1), &json!([value])));
        assert_eq!(status_and_error_code(remove(name).await), "422 used", "{name}");
    }
    let (_, unused) = ask(&site, "GET", "/admin/media?state=unused", None).await;
    assert_eq!(unused, json!([]));

    assert_eq!(ask(&site, "DELETE", sheet, None).await.0, 200);
    for name in ["old.png", "trial.png", "later.png"] {
        assert_eq!(remove(name).await.0, 204, "{name}");
    }
    assert_eq!(status_and_error_code(remove("manual.pdf").await), "422 used");
}

#[tokio::test]
async fn media_file_in_both_languages_of_a_page_is_one_use() {
    let site = library().await;
    upload(&site, "gate.png", &png(40), None).await;
    let shows = |alt_text: &str| format!("# A\n\n![{alt_text}](/uploads/gate.png)\n");
    site.inside().edit_page("en", "a", &shows("Gate"), "ann").await;
    site.inside().edit_page("zh", "a", &shows("门"), "ann").await;
    let (_, pages) = ask(&site, "GET", "/admin/pages", None).await;
    let id = pages[0]["id"].as_str().unwrap();
    site.with_header(Some(("if-match", "*")));
    let draft = json!({ "text": shows("The gate") });
    let saved = ask(&site, "PUT", &format!("/admin/pages/{id}/en/draft"), Some(draft)).await;
    assert_eq!(saved.0, 200, "{}", saved.1);
    let detail = detail_of(&site, "gate.png").await;
    assert_eq!(detail["used_on"].as_array().unwrap().len(), 3, "{detail}");
    assert_eq!(detail["file"]["uses"], 1);
}

#[tokio::test]
async fn file_in_a_code_example_is_not_counted_as_used() {
    let site = library().await;
    let example = "# A\n\n`My Gate.PNG` becomes `uploads/My-Gate.png`: `![](/uploads/My-Gate.png)`.\n\
                   \n```md\n![A](/uploads/My-Gate.png)\n```\n";
    site.inside().edit_page("en", "a", example, "ann").await;
    let (_, sent) = upload(&site, "My Gate.PNG", &png(40), None).await;
    assert_eq!(
        (&sent["file"]["path"], &sent["file"]["uses"]),
        (&json!("uploads/My-Gate.png"), &json!(0))
    );
    site.with_header(Some(("if-match", "*")));
    let file = "/admin/media/file?path=uploads/My-Gate.png";
    let markdown = format!("{example}\n![A](/uploads/My-Gate.png)\n");
    site.inside().edit_page("en", "a", &markdown, "ann").await;
    assert_eq!(status_and_error_code(ask(&site, "DELETE", file, None).await), "422 used");
    site.inside().edit_page("en", "a", example, "ann").await;
    assert_eq!(ask(&site, "DELETE", file, None).await.0, 204);
}

/// The pool has few PostgreSQL connections: a request that holds a connection must not wait for a second one.
#[tokio::test]
async fn concurrent_media_changes_exceeding_the_pool_all_succeed() {
    let site = library().await;
    for number in 0..12 {
        upload(&site, &format!("{number}.pdf"), b"%PDF-1.7\n", None).await;
    }
    site.with_header(Some(("if-match", "*")));
    let site = &site;
    let alt_texts = json!({ "zh-CN": "", "en-US": "", "decorative": true });
    for (method, body, expected) in [("PUT", Some(&alt_texts), 200), ("DELETE", None, 204)] {
        let acting = (0..12).map(|number| async move {
            let file = format!("/admin/media/file?path=uploads/{number}.pdf");
            ask(site, method, &file, body.cloned()).await.0
        });
        assert_eq!(join_all(acting).await, [expected; 12], "{method}");
    }
}

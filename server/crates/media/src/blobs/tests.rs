//! Tests against a local S3 server that verifies signatures, splits lists into several responses,
//! and fails on demand.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::fmt::Write;

use hmac::{Hmac, KeyInit, Mac};
use http::{HeaderMap, Method, StatusCode};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;

use super::s3;
use super::*;
use pailou_settings::S3;

const SECRET: &str = "wJalrXUtnFEMI";
/// Maximum number of objects in a response to `ListObjectsV2`.
const PART: usize = 2;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    Busy,
    /// The response ends before the last byte.
    Cut,
    OtherBytes,
}

#[derive(Default)]
struct Store {
    objects: BTreeMap<String, Bytes>,
    faults: VecDeque<Fault>,
    requests: usize,
}

type Shared = Arc<Mutex<Store>>;

struct Running {
    store: Shared,
    endpoint: String,
    served: tokio::task::JoinHandle<()>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.served.abort();
    }
}

impl Running {
    async fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        let store = Shared::default();
        let shared = store.clone();
        let served = tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                let store = shared.clone();
                let service = service_fn(move |request| answer(store.clone(), request));
                let connection = hyper::server::conn::http1::Builder::new();
                tokio::spawn(connection.serve_connection(TokioIo::new(stream), service));
            }
        });
        Self { store, endpoint, served }
    }

    /// Returns the file storage of one server, with a separate data directory.
    fn files(&self, folder: &Path, secret: &str) -> Files {
        let s3 = S3 {
            bucket: "docs-files".to_owned(),
            endpoint: Some(self.endpoint.clone()),
            region: "us-east-1".to_owned(),
            prefix: "site".to_owned(),
            access_key_id: "AKIA".to_owned(),
            secret_access_key: secret.to_owned(),
        };
        let bucket = Some(Bucket::new(s3, Arc::new(HttpClient::new(&[]))));
        Files { folder: folder.to_owned(), bucket, known: Mutex::default() }
    }

    fn store(&self) -> std::sync::MutexGuard<'_, Store> {
        self.store.lock().unwrap()
    }

    fn fail(&self, faults: &[Fault]) {
        self.store().faults = faults.iter().copied().collect();
    }
}

async fn answer(
    store: Shared,
    request: Request<Incoming>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let (parts, body) = request.into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    let mut store = store.lock().unwrap();
    store.requests += 1;
    let query = parts.uri.query().unwrap_or_default();
    let path = parts.uri.path();
    if !is_signed(&parts.method, path, query, &parts.headers, &body) {
        return Ok(error(StatusCode::FORBIDDEN, "SignatureDoesNotMatch"));
    }
    let Some(key) = path.strip_prefix("/docs-files") else {
        return Ok(error(StatusCode::NOT_FOUND, "NoSuchBucket"));
    };
    let key = key.trim_start_matches('/').to_owned();
    let fault = store.faults.pop_front();
    if fault == Some(Fault::Busy) {
        return Ok(error(StatusCode::SERVICE_UNAVAILABLE, "SlowDown"));
    }
    if parts.method == Method::PUT {
        store.objects.insert(key, body);
        return Ok(Response::builder().header("etag", "\"1\"").body(Full::default()).unwrap());
    }
    if key.is_empty() {
        return Ok(listed(&store, query));
    }
    let Some(bytes) = store.objects.get(&key) else {
        return Ok(error(StatusCode::NOT_FOUND, "NoSuchKey"));
    };
    let mut answer = Response::builder()
        .header("etag", "\"1\"")
        .header("last-modified", "Sat, 21 Nov 2026 08:00:00 GMT");
    let bytes = match fault {
        Some(Fault::Cut) => {
            answer = answer.header("content-length", bytes.len());
            bytes.slice(..bytes.len() - 1)
        }
        Some(Fault::OtherBytes) => Bytes::from_static(b"other"),
        _ => bytes.clone(),
    };
    Ok(answer.body(Full::new(bytes)).unwrap())
}

fn error(status: StatusCode, code: &str) -> Response<Full<Bytes>> {
    let text = format!("<?xml version=\"1.0\"?><Error><Code>{code}</Code></Error>");
    Response::builder().status(status).body(Full::new(text.into())).unwrap()
}

/// Returns the response to a `ListObjectsV2` request.
fn listed(store: &Store, query: &str) -> Response<Full<Bytes>> {
    let parameter = |name: &str| {
        let mut pairs = url::form_urlencoded::parse(query.as_bytes());
        pairs.find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
    };
    assert_eq!(parameter("list-type").unwrap(), "2");
    let (prefix, after) =
        (parameter("prefix").unwrap_or_default(), parameter("continuation-token"));
    let mut rest = store.objects.iter().filter(|(key, _)| {
        key.starts_with(&prefix) && after.as_ref().is_none_or(|after| *key > after)
    });
    let part: Vec<_> = rest.by_ref().take(PART).collect();
    let is_cut = rest.next().is_some();
    let mut text = format!("<ListBucketResult><IsTruncated>{is_cut}</IsTruncated>");
    for (key, bytes) in &part {
        let size = bytes.len();
        write!(
            text,
            "<Contents><Key>{key}</Key><LastModified>2026-11-21T08:00:00.000Z</LastModified>\
             <ETag>\"1\"</ETag><Size>{size}</Size></Contents>"
        )
        .unwrap();
    }
    if let Some((last, _)) = part.last().filter(|_| is_cut) {
        write!(text, "<NextContinuationToken>{last}</NextContinuationToken>").unwrap();
    }
    text.push_str("</ListBucketResult>");
    Response::new(Full::new(text.into()))
}

/// Whether a request has a valid AWS Signature Version 4 (S3 API reference, "Authenticating Requests (Authorization
/// Header)").
fn is_signed(method: &Method, path: &str, query: &str, headers: &HeaderMap, body: &[u8]) -> bool {
    let header = |name: &str| headers.get(name).map_or("", |value| value.to_str().unwrap());
    let authorization = header("authorization");
    let part = |name: &str| {
        let (_, rest) = authorization.split_once(name).unwrap_or_default();
        rest.split([',', ' ']).next().unwrap_or_default()
    };
    let (scope, signed) = (part("Credential="), part("SignedHeaders="));
    let Some(scope) = scope.strip_prefix("AKIA/") else { return false };
    let sum = hex(&Sha256::digest(body));
    if header("x-amz-content-sha256") != sum {
        return false;
    }
    let mut pairs: Vec<_> = query.split('&').filter(|pair| !pair.is_empty()).collect();
    pairs.sort_unstable();
    let mut canonical = format!("{method}\n{path}\n{}\n", pairs.join("&"));
    for name in signed.split(';') {
        writeln!(canonical, "{name}:{}", header(name).trim()).unwrap();
    }
    write!(canonical, "\n{signed}\n{sum}").unwrap();
    let canonical_hash = hex(&Sha256::digest(canonical));
    let moment = header("x-amz-date");
    let string_to_sign = format!("AWS4-HMAC-SHA256\n{moment}\n{scope}\n{canonical_hash}");
    let mut key = format!("AWS4{SECRET}").into_bytes();
    for part in scope.split('/') {
        key = mac(&key, part.as_bytes());
    }
    hex(&mac(&key, string_to_sign.as_bytes())) == part("Signature=")
}

fn mac(key: &[u8], text: &[u8]) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).unwrap();
    mac.update(text);
    mac.finalize().into_bytes().to_vec()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

fn alone(folder: &Path) -> Files {
    Files { folder: folder.to_owned(), bucket: None, known: Mutex::default() }
}

#[tokio::test]
async fn stored_file_is_read_by_its_hash_and_has_a_checksum() {
    let folder = tempfile::tempdir().unwrap();
    let files = alone(folder.path());
    let hash = files.keep(Bytes::from_static(b"arch")).await.unwrap();
    assert_eq!(files.keep(Bytes::from_static(b"arch")).await.unwrap(), hash);
    assert_eq!(files.read(&hash).await.unwrap(), "arch");
    assert_eq!(files.text(&hash).await.unwrap(), "arch");
    // RFC 6234 contains the SHA-256 of "abc".
    let abc = files.keep(Bytes::from_static(b"abc")).await.unwrap();
    let sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad".to_owned();
    for _ in 0..2 {
        assert_eq!(files.sha256(&abc).await.unwrap(), (3, sum.clone()));
    }
    assert_eq!(files.read("00ff").await.unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!((files.download_all().await.unwrap(), files.upload_all().await.unwrap()), (0, 0));
}

/// Hashes in the database are untrusted input.
#[tokio::test]
async fn read_with_an_invalid_hash_is_not_found() {
    let folder = tempfile::tempdir().unwrap();
    let files = alone(&folder.path().join("files"));
    let hash = files.keep(Bytes::from_static(b"arch")).await.unwrap();
    let secret = folder.path().join("secret");
    std::fs::write(&secret, "secret").unwrap();
    std::fs::write(folder.path().join("files").join(&hash[..2]).join("secret"), "secret").unwrap();
    for name in [
        secret.to_str().unwrap(),
        "../../secret",
        "secret",
        "",
        "é",
        &hash[1..],
        &format!("{hash}0"),
        &hash.replace(|c: char| c.is_ascii_hexdigit(), "A"),
        &format!("../{}", &hash[3..]),
    ] {
        let refused = files.read(name).await.unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::NotFound, "{name}");
    }
}

#[test]
fn blob_must_be_in_the_folder_of_its_hash() {
    let hash = format!("ab{}", "0".repeat(62));
    let check = |name: String, expected: bool| {
        assert_eq!(hash_in(&name), expected.then_some(hash.as_str()), "{name}");
    };
    check(format!("files/ab/{hash}"), true);
    check(format!("files/ac/{hash}"), false);
    check(format!("files/{hash}"), false);
    check(format!("files/ab/{hash}/{hash}"), false);
    check(format!("filesab/{hash}"), false);
    check(format!("files/ab/{hash}.0123"), false);
}

#[tokio::test]
async fn file_stored_by_one_server_is_read_by_another() {
    let (store, one, other) =
        (Running::new().await, tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (first, second) = (store.files(one.path(), SECRET), store.files(other.path(), SECRET));
    let hash = first.keep(Bytes::from_static(b"arch")).await.unwrap();
    assert!(store.store().objects.contains_key(&format!("site/{hash}")));
    assert_eq!(second.read(&hash).await.unwrap(), "arch");
    // After the first read, the server has a local copy.
    let requests = store.store().requests;
    assert_eq!(second.read(&hash).await.unwrap(), "arch");
    assert_eq!(store.store().requests, requests);
    assert_eq!(second.read(&"0".repeat(64)).await.unwrap_err().kind(), ErrorKind::NotFound);
}

#[tokio::test]
async fn upload_and_download_copy_missing_files() {
    let (store, one, other) =
        (Running::new().await, tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for text in ["a", "b", "c", "d", "e"] {
        alone(one.path()).keep(text.into()).await.unwrap();
    }
    // Objects with other names are ignored.
    store.store().objects.insert("site/notes.txt".to_owned(), Bytes::from_static(b"x"));
    store.store().objects.insert(format!("site/x/{}", "0".repeat(64)), Bytes::new());
    let first = store.files(one.path(), SECRET);
    assert_eq!((first.upload_all().await.unwrap(), first.upload_all().await.unwrap()), (5, 0));
    let second = store.files(other.path(), SECRET);
    assert_eq!(
        (second.download_all().await.unwrap(), second.download_all().await.unwrap()),
        (5, 0)
    );
    let mut second_names = names(other.path()).unwrap();
    let mut first_names = names(one.path()).unwrap();
    second_names.sort();
    first_names.sort();
    assert_eq!(second_names, first_names);
}

#[tokio::test]
async fn request_is_retried_and_corrupt_response_is_not_cached() {
    let (store, one, other) =
        (Running::new().await, tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (first, second) = (store.files(one.path(), SECRET), store.files(other.path(), SECRET));
    store.fail(&[Fault::Busy, Fault::Busy]);
    let hash = first.keep(Bytes::from_static(b"arch")).await.unwrap();
    store.fail(&[Fault::OtherBytes]);
    assert_eq!(second.read(&hash).await.unwrap_err().kind(), ErrorKind::InvalidData);
    assert!(names(other.path()).unwrap().is_empty());
    store.fail(&[Fault::Cut]);
    assert_eq!(second.read(&hash).await.unwrap(), "arch");
}

#[tokio::test]
async fn unavailable_bucket_is_reported() {
    let (store, folder) = (Running::new().await, tempfile::tempdir().unwrap());
    let wrong_key = store.files(folder.path(), "wrong");
    let refused = wrong_key.keep(Bytes::from_static(b"arch")).await.unwrap_err();
    assert_eq!(refused.kind(), s3::STORAGE_UNAVAILABLE);
    assert!(!refused.to_string().contains("wrong"), "{refused}");
    assert!(matches!(problem("a.png", &refused), Problem::Unavailable(_)));
    let endpoint = store.endpoint.clone();
    drop(store);
    let unavailable = Running {
        store: Shared::default(),
        endpoint,
        served: tokio::spawn(std::future::ready(())),
    };
    let away = unavailable.files(folder.path(), SECRET).read(&"0".repeat(64)).await.unwrap_err();
    assert_eq!(away.kind(), s3::STORAGE_UNAVAILABLE);
}

//! Path templates as boxed warp filters.

use warp::filters::BoxedFilter;
use warp::filters::path::Peek;
use warp::{Filter, Rejection, reject};

/// A segment of a path template: a literal, or `None` for a parameter.
pub(crate) type Segment = Option<&'static str>;

/// A filter for a whole path, such as `path_template!("admin" / "pages" / String)`, that extracts one `String` per parameter
/// (not percent-decoded).
///
/// `warp::path!` makes a type of each literal. Those types nest, and the compiler instantiates every filter behind them
/// again for each route; this macro yields one of four types.
macro_rules! path_template {
    (@read [$($segment:expr,)*] [$($count:tt)*] / $($rest:tt)*) => {
        $crate::shared::route::path_template!(@read [$($segment,)*] [$($count)*] $($rest)*)
    };
    (@read [$($segment:expr,)*] [$($count:tt)*] String $($rest:tt)*) => {
        $crate::shared::route::path_template!(@read [$($segment,)* None,] [$($count)* +] $($rest)*)
    };
    (@read [$($segment:expr,)*] [$($count:tt)*] $literal:literal $($rest:tt)*) => {
        $crate::shared::route::path_template!(@read [$($segment,)* Some($literal),] [$($count)*] $($rest)*)
    };
    (@read [$($segment:expr,)*] []) => { $crate::shared::route::path0(&[$($segment,)*]) };
    (@read [$($segment:expr,)*] [+]) => { $crate::shared::route::path1(&[$($segment,)*]) };
    (@read [$($segment:expr,)*] [+ +]) => { $crate::shared::route::path2(&[$($segment,)*]) };
    (@read [$($segment:expr,)*] [+ + +]) => { $crate::shared::route::path3(&[$($segment,)*]) };
    ($($template:tt)+) => { $crate::shared::route::path_template!(@read [] [] $($template)+) };
}
pub(crate) use path_template;

pub(crate) fn path0(template: &'static [Segment]) -> BoxedFilter<()> {
    parameters(template).map(|[]: [String; 0]| ()).untuple_one().boxed()
}

pub(crate) fn path1(template: &'static [Segment]) -> BoxedFilter<(String,)> {
    parameters(template).map(|[only]: [String; 1]| only).boxed()
}

pub(crate) fn path2(template: &'static [Segment]) -> BoxedFilter<(String, String)> {
    parameters(template).map(|[first, second]: [String; 2]| (first, second)).untuple_one().boxed()
}

pub(crate) fn path3(template: &'static [Segment]) -> BoxedFilter<(String, String, String)> {
    parameters(template).map(|[a, b, c]: [String; 3]| (a, b, c)).untuple_one().boxed()
}

fn parameters<const COUNT: usize>(
    template: &'static [Segment],
) -> impl Filter<Extract = ([String; COUNT],), Error = Rejection> + Clone {
    warp::path::peek().and_then(move |rest: Peek| {
        let found = matched(template, rest.as_str()).and_then(|found| found.try_into().ok());
        std::future::ready(found.ok_or_else(reject::not_found))
    })
}

/// The parameters of `path` if it is an instance of the template. One trailing slash is allowed, as with
/// `warp::path::end`; a parameter is not empty.
fn matched(template: &[Segment], path: &str) -> Option<Vec<String>> {
    let path = path.strip_suffix('/').unwrap_or(path);
    let mut rest = path.split('/');
    let mut parameters = Vec::new();
    for segment in template {
        match (segment, rest.next()?) {
            (Some(literal), part) if *literal == part => {}
            (None, part) if !part.is_empty() => parameters.push(part.to_owned()),
            _ => return None,
        }
    }
    rest.next().is_none().then_some(parameters)
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use http::Request;
    use http_body_util::{BodyExt, Empty};
    use tower_service::Service;

    use super::*;

    #[track_caller]
    fn check(path: &str, expected: Option<&[&str]>) {
        let template = [Some("pages"), None, Some("draft")];
        let actual = matched(&template, path);
        let expected = expected.map(|all| all.iter().map(|&one| one.to_owned()).collect());
        assert_eq!(actual, expected, "{path}");
    }

    #[test]
    fn template_matches_whole_paths() {
        check("pages/a/draft", Some(&["a"]));
        check("pages/a%2Fb/draft/", Some(&["a%2Fb"]));
        check("pages/a/draft//", None);
        check("pages//draft", None);
        check("pages/a", None);
        check("pages/a/draft/more", None);
        check("page/a/draft", None);
        check("", None);
    }

    #[tokio::test]
    async fn path_template_extracts_one_string_per_parameter() {
        let filter = path_template!("pages" / String / "draft" / String)
            .map(|page: String, draft: String| format!("{page} {draft}"));
        let mut service = warp::service(filter);
        let mut status_of = async |path: &str| {
            let request = Request::get(path).body(Empty::<Bytes>::new()).unwrap();
            let response = service.call(request).await.unwrap();
            let status = response.status().as_u16();
            (status, response.into_body().collect().await.unwrap().to_bytes())
        };
        assert_eq!(status_of("/pages/a/draft/b").await, (200, Bytes::from_static(b"a b")));
        assert_eq!(status_of("/pages/a").await.0, 404);
    }
}

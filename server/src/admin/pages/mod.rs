//! Pages as they are administered: a list, drafts beside what is published, what texts once said, the trash.

mod acknowledging;
mod drafts;
mod history;
mod keeping;
mod list;
mod places;
mod previews;
mod publishing;
mod shown;
mod store;
pub(crate) mod wire;

use utoipa::OpenApi;
use warp::Filter;
use warp::filters::BoxedFilter;
use warp::reply::{Reply, Response};

use crate::shared::route::path_template;
use crate::shared::site::Site;
use crate::shared::{body, visitor};

/// A page of a book has a tenth of this.
const MOST_BODY: u64 = 4 << 20;

#[derive(OpenApi)]
#[openapi(paths(
    list::list,
    drafts::read,
    drafts::open,
    drafts::save,
    drafts::discard,
    drafts::preview,
    acknowledging::acknowledge,
    keeping::keep,
    publishing::changes,
    publishing::publish,
    publishing::unpublish,
    publishing::unschedule,
    history::revisions,
    history::diff,
    history::restore,
    places::create,
    places::translate,
    places::move_to,
    places::set_source,
    places::throw_away,
    places::put_back,
    places::delete,
    previews::link,
    previews::shared
))]
pub(super) struct Description;

pub(super) fn routes(site: &Site) -> BoxedFilter<(Response,)> {
    pages(site).or(texts(site)).unify().or(past(site)).unify().or(previews(site)).unify().boxed()
}

/// Pages in both languages.
fn pages(site: &Site) -> BoxedFilter<(Response,)> {
    let most = MOST_BODY.max(site.settings.body_bytes);
    let site = site.clone();
    let asked = warp::any().map(move || site.clone()).and(visitor::caller());
    let pages = || path_template!("admin" / "pages");
    let page = || path_template!("admin" / "pages" / String);
    let list =
        pages().and(warp::get()).and(asked.clone()).and(warp::query()).then(list::list).boxed();
    let create = pages()
        .and(warp::post())
        .and(asked.clone())
        .and(body::json(most))
        .then(places::create)
        .boxed();
    let read = page().and(warp::get()).and(asked.clone()).then(drafts::read).boxed();
    let throw_away = page().and(warp::delete()).and(asked.clone()).then(places::throw_away).boxed();
    let open = path_template!("admin" / "pages" / String / "editing")
        .and(warp::post())
        .and(asked.clone())
        .and(body::json(most))
        .then(drafts::open)
        .boxed();
    let move_to = path_template!("admin" / "pages" / String / "move")
        .and(warp::post())
        .and(asked.clone())
        .and(body::json(most))
        .then(places::move_to)
        .boxed();
    let set_source = path_template!("admin" / "pages" / String / "source")
        .and(warp::put())
        .and(asked.clone())
        .and(body::json(most))
        .then(places::set_source)
        .boxed();
    let put_back = path_template!("admin" / "pages" / String / "restore")
        .and(warp::post())
        .and(asked.clone())
        .then(places::put_back)
        .boxed();
    let delete = path_template!("admin" / "pages" / String / "forever")
        .and(warp::delete())
        .and(asked.clone())
        .then(places::delete)
        .boxed();
    let translate = path_template!("admin" / "pages" / String / String / "text")
        .and(warp::post())
        .and(asked)
        .then(places::translate)
        .boxed();
    list.or(create)
        .unify()
        .or(read)
        .unify()
        .or(throw_away)
        .unify()
        .or(open)
        .unify()
        .or(move_to)
        .unify()
        .or(set_source)
        .unify()
        .or(put_back)
        .unify()
        .or(delete)
        .unify()
        .or(translate)
        .unify()
        .map(Reply::into_response)
        .boxed()
}

/// What is written in one language.
fn texts(site: &Site) -> BoxedFilter<(Response,)> {
    let most = MOST_BODY.max(site.settings.body_bytes);
    let site = site.clone();
    let asked = warp::any().map(move || site.clone()).and(visitor::caller());
    let save = path_template!("admin" / "pages" / String / String / "draft")
        .and(warp::put())
        .and(asked.clone())
        .and(body::json(most))
        .then(drafts::save)
        .boxed();
    let discard = path_template!("admin" / "pages" / String / String / "draft")
        .and(warp::delete())
        .and(asked.clone())
        .then(drafts::discard)
        .boxed();
    let preview = path_template!("admin" / "pages" / String / String / "preview")
        .and(warp::post())
        .and(asked.clone())
        .and(body::json(most))
        .then(drafts::preview)
        .boxed();
    let changes = path_template!("admin" / "pages" / String / String / "changes")
        .and(warp::get())
        .and(asked.clone())
        .then(publishing::changes)
        .boxed();
    let publish = path_template!("admin" / "pages" / String / String / "publish")
        .and(warp::post())
        .and(asked.clone())
        .and(body::json(most))
        .then(publishing::publish)
        .boxed();
    let unpublish = path_template!("admin" / "pages" / String / String / "unpublish")
        .and(warp::post())
        .and(asked.clone())
        .then(publishing::unpublish)
        .boxed();
    let acknowledge = path_template!("admin" / "pages" / String / String / "acknowledgements")
        .and(warp::post())
        .and(asked.clone())
        .and(body::json(most))
        .then(acknowledging::acknowledge)
        .boxed();
    let keep = path_template!("admin" / "pages" / String / String / "intentional-copies")
        .and(warp::put())
        .and(asked.clone())
        .and(body::json(most))
        .then(keeping::keep)
        .boxed();
    let unschedule = path_template!("admin" / "pages" / String / String / "schedule")
        .and(warp::delete())
        .and(asked)
        .then(publishing::unschedule)
        .boxed();
    save.or(discard)
        .unify()
        .or(preview)
        .unify()
        .or(changes)
        .unify()
        .or(publish)
        .unify()
        .or(unpublish)
        .unify()
        .or(acknowledge)
        .unify()
        .or(keep)
        .unify()
        .or(unschedule)
        .unify()
        .map(Reply::into_response)
        .boxed()
}

/// What it once said.
fn past(site: &Site) -> BoxedFilter<(Response,)> {
    let site = site.clone();
    let asked = warp::any().map(move || site.clone()).and(visitor::caller());
    let revisions = path_template!("admin" / "pages" / String / String / "revisions")
        .and(warp::get())
        .and(asked.clone())
        .and(warp::query())
        .then(history::revisions)
        .boxed();
    let diff = path_template!("admin" / "pages" / String / String / "revisions" / String / "diff")
        .and(warp::get())
        .and(asked.clone())
        .and(warp::query())
        .then(history::diff)
        .boxed();
    let restore =
        path_template!("admin" / "pages" / String / String / "revisions" / String / "restore")
            .and(warp::post())
            .and(asked)
            .then(history::restore)
            .boxed();
    revisions.or(diff).unify().or(restore).unify().map(Reply::into_response).boxed()
}

/// Links that show what is written to people without an account.
fn previews(site: &Site) -> BoxedFilter<(Response,)> {
    let most = super::MOST_BODY.min(site.settings.body_bytes);
    let site = site.clone();
    let asked = warp::any().map(move || site.clone());
    let link = path_template!("admin" / "pages" / String / String / "preview-link")
        .and(warp::post())
        .and(asked.clone())
        .and(visitor::caller())
        .then(previews::link)
        .boxed();
    let shared = path_template!("public" / "preview")
        .and(warp::post())
        .and(asked)
        .and(body::json(most))
        .then(previews::shared)
        .boxed();
    link.or(shared).unify().map(Reply::into_response).boxed()
}

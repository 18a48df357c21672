//! Pages as they are administered: a list, drafts beside what is published, what texts once said, the trash.

mod drafts;
mod history;
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
    let pages = || warp::path!("admin" / "pages");
    let page = || warp::path!("admin" / "pages" / String);
    let list = pages().and(warp::get()).and(asked.clone()).and(warp::query()).then(list::list);
    let create =
        pages().and(warp::post()).and(asked.clone()).and(body::json(most)).then(places::create);
    let read = page().and(warp::get()).and(asked.clone()).then(drafts::read);
    let throw_away = page().and(warp::delete()).and(asked.clone()).then(places::throw_away);
    let open = warp::path!("admin" / "pages" / String / "editing")
        .and(warp::post())
        .and(asked.clone())
        .and(body::json(most))
        .then(drafts::open);
    let move_to = warp::path!("admin" / "pages" / String / "move")
        .and(warp::post())
        .and(asked.clone())
        .and(body::json(most))
        .then(places::move_to);
    let set_source = warp::path!("admin" / "pages" / String / "source")
        .and(warp::put())
        .and(asked.clone())
        .and(body::json(most))
        .then(places::set_source);
    let put_back = warp::path!("admin" / "pages" / String / "restore")
        .and(warp::post())
        .and(asked.clone())
        .then(places::put_back);
    let delete = warp::path!("admin" / "pages" / String / "forever")
        .and(warp::delete())
        .and(asked.clone())
        .then(places::delete);
    let translate = warp::path!("admin" / "pages" / String / String / "text")
        .and(warp::post())
        .and(asked)
        .then(places::translate);
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
    let save = warp::path!("admin" / "pages" / String / String / "draft")
        .and(warp::put())
        .and(asked.clone())
        .and(body::json(most))
        .then(drafts::save);
    let discard = warp::path!("admin" / "pages" / String / String / "draft")
        .and(warp::delete())
        .and(asked.clone())
        .then(drafts::discard);
    let preview = warp::path!("admin" / "pages" / String / String / "preview")
        .and(warp::post())
        .and(asked.clone())
        .and(body::json(most))
        .then(drafts::preview);
    let changes = warp::path!("admin" / "pages" / String / String / "changes")
        .and(warp::get())
        .and(asked.clone())
        .then(publishing::changes);
    let publish = warp::path!("admin" / "pages" / String / String / "publish")
        .and(warp::post())
        .and(asked.clone())
        .and(body::json(most))
        .then(publishing::publish);
    let unpublish = warp::path!("admin" / "pages" / String / String / "unpublish")
        .and(warp::post())
        .and(asked.clone())
        .then(publishing::unpublish);
    let unschedule = warp::path!("admin" / "pages" / String / String / "schedule")
        .and(warp::delete())
        .and(asked)
        .then(publishing::unschedule);
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
        .or(unschedule)
        .unify()
        .map(Reply::into_response)
        .boxed()
}

/// What it once said.
fn past(site: &Site) -> BoxedFilter<(Response,)> {
    let site = site.clone();
    let asked = warp::any().map(move || site.clone()).and(visitor::caller());
    let revisions = warp::path!("admin" / "pages" / String / String / "revisions")
        .and(warp::get())
        .and(asked.clone())
        .and(warp::query())
        .then(history::revisions);
    let diff = warp::path!("admin" / "pages" / String / String / "revisions" / String / "diff")
        .and(warp::get())
        .and(asked.clone())
        .and(warp::query())
        .then(history::diff);
    let restore =
        warp::path!("admin" / "pages" / String / String / "revisions" / String / "restore")
            .and(warp::post())
            .and(asked)
            .then(history::restore);
    revisions.or(diff).unify().or(restore).unify().map(Reply::into_response).boxed()
}

/// Links that show what is written to people without an account.
fn previews(site: &Site) -> BoxedFilter<(Response,)> {
    let most = super::MOST_BODY.min(site.settings.body_bytes);
    let site = site.clone();
    let asked = warp::any().map(move || site.clone());
    let link = warp::path!("admin" / "pages" / String / String / "preview-link")
        .and(warp::post())
        .and(asked.clone())
        .and(visitor::caller())
        .then(previews::link);
    let shared = warp::path!("public" / "preview")
        .and(warp::post())
        .and(asked)
        .and(body::json(most))
        .then(previews::shared);
    link.or(shared).unify().map(Reply::into_response).boxed()
}

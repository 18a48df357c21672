//! Mapping of pages to API types, permission checks, and error mapping.

use core_wasm::locale::Locale;
use warp::reply::Response;

use super::api::{
    Acknowledged, AdminText, DraftSegment, Editing, ParentPage, Piece, PublicationState,
    SavedDraft, SegmentState, WrittenPage, WrittenText,
};
use super::store;
use pailou_auth::session::{Permission, User};
use pailou_content::front_matter;
use pailou_drafts::pages::PageError;
use pailou_drafts::{DraftError, EditableText, MarkError, Page, State, TextAtRevision};
use pailou_navigation_parents::{self as nesting, ParentError};
use pailou_site::Site;
use pailou_store::edit;
use pailou_store::news::News;
use pailou_store::publish_gate;
use pailou_store::write::WriteError;
use pailou_store::{NEWS, address};
use pailou_text_diff::word_diff::Edit;
use pailou_web::client::RequestContext;
use pailou_web::problem::{FieldError, Problem, SavedState};
use pailou_web::reply;

/// Returns the revision in `If-Match`; `None` for `*`. Returns 428 without this header.
pub(super) fn if_match(caller: &RequestContext) -> Result<Option<String>, Problem> {
    let seen = caller.if_match()?;
    Ok(seen.map(|seen| seen.trim_start_matches("W/").trim_matches('"').to_owned()))
}

/// Returns the page with this id, or 404.
pub(super) async fn page(site: &Site, id: &str) -> Result<Page, Problem> {
    pailou_drafts::load_page(&site.db, id).await?.ok_or(Problem::NotFound)
}

/// Returns 403 if the user lacks the permission to change this language of a page.
pub(super) fn require_for_text(user: &User, page: &Page, locale: Locale) -> Result<(), Problem> {
    user.require_for_text(page.permission_for(locale), page.area_of_limits(), locale)
}

/// Returns 403 if the user lacks the permission to change all texts of a page.
pub(crate) fn require_for_page(user: &User, page: &Page) -> Result<(), Problem> {
    user.require(Permission::PagesEdit)?;
    for text in page.texts() {
        user.require_for_text(Permission::PagesEdit, page.area_of_limits(), text.locale)?;
    }
    Ok(())
}

/// Returns the response with a page, its texts, and the permissions of this user.
pub(super) async fn page_response(
    site: &Site,
    user: &User,
    page: &Page,
) -> Result<Response, Problem> {
    let (zh, en) = pailou_drafts::segments(&site.db, page).await?;
    let visible_at = match page.area.as_str() {
        NEWS => News::of(site).await?.visible_at(&page.id),
        _ => None,
    };
    let sources = store::sources_of_page(&site.db, &page.id).await?;
    let source_of = |locale: Locale| {
        let (_, source) = sources.iter().find(|(of, _)| of == locale.tag())?;
        site.settings.has_source(source).then(|| source.clone())
    };
    let text = |locale: Locale, segments: Vec<pailou_drafts::DraftSegment>| {
        let listed = |text| listed(page, text, visible_at, source_of(locale));
        page.text(locale).map(|text| written(user, page, text, listed(text), segments))
    };
    let editing = pailou_drafts::editors_of_page(&site.db, &page.id, &user.id).await?;
    let revision = page.revision();
    let parent = nesting::parent_of(&site.db, &page.id, page.source_locale).await?;
    let answer = WrittenPage {
        zh: text(Locale::Zh, zh),
        en: text(Locale::En, en),
        id: page.id.clone(),
        area: page.area.clone(),
        key: page.key.clone(),
        source_locale: page.source_locale.tag().to_owned(),
        revision: revision.clone(),
        editing: editing_of(editing),
        publish_gate: publish_gate::gate_of_page(&site.db, &page.id).await?,
        parent: parent.map(|it| ParentPage {
            id: it.id,
            locale: it.locale,
            path: it.path,
            title: it.title,
        }),
    };
    Ok(reply::private(reply::with_etag(reply::json(&answer)?, &revision)))
}

pub(crate) fn editing_of(rows: Vec<(String, String, i64)>) -> Vec<Editing> {
    rows.into_iter().map(|(name, locale, at)| Editing { name, locale, at }).collect()
}

fn written(
    user: &User,
    page: &Page,
    text: &EditableText,
    listed: AdminText,
    segments: Vec<pailou_drafts::DraftSegment>,
) -> WrittenText {
    let published = text.draft.as_ref().filter(|_| text.is_published());
    WrittenText {
        listed,
        revision: text.revision(),
        file: text.saved.file.clone(),
        text: edit::with_lf(&text.whole()),
        published: published.map(|_| edit::with_lf(&text.published_text())),
        segments: segments.into_iter().map(segment).collect(),
        may_edit: text.saved.trashed_at.is_none()
            && require_for_text(user, page, text.locale).is_ok(),
    }
}

fn listed(
    page: &Page,
    text: &EditableText,
    visible_at: Option<i64>,
    source: Option<String>,
) -> AdminText {
    let saved = &text.saved;
    let draft = text.draft.as_ref();
    let state = PublicationState::of(saved.trashed_at.is_some(), text.is_published());
    AdminText {
        locale: text.locale.tag().to_owned(),
        path: saved.path.clone(),
        url: address(&page.area, text.locale, &saved.path),
        title: saved.title.clone(),
        state,
        visible_at: state.visible_at(visible_at),
        changed: draft.is_some(),
        publish_at: draft.and_then(|draft| draft.publish_at),
        error: draft.map(|draft| draft.fault.clone()).filter(|error| !error.is_empty()),
        updated_at: draft.map_or(saved.updated_at, |draft| draft.updated_at),
        author: draft.map_or_else(|| saved.author.clone(), |draft| draft.author.clone()),
        outdated: saved.segments_outdated,
        not_translated: saved.segments_not_translated,
        not_aligned: saved.segments_not_aligned,
        source,
    }
}

fn segment(segment: pailou_drafts::DraftSegment) -> DraftSegment {
    DraftSegment {
        id: segment.id,
        kind: segment.kind.to_owned(),
        line: segment.lines.0,
        end_line: segment.lines.1,
        counterparts: segment.counterparts,
        state: match segment.state {
            State::UpToDate => SegmentState::UpToDate,
            State::Outdated => SegmentState::Outdated,
            State::Alone => SegmentState::Alone,
            State::Copied => SegmentState::Copied,
        },
        may_acknowledge: segment.may_acknowledge,
        section: segment.section,
        acknowledged: segment.acknowledged.map(|(by, at)| Acknowledged { by, at }),
        kept: segment.kept.map(|(by, at)| Acknowledged { by, at }),
    }
}

/// Returns the response after a draft was saved.
pub(super) async fn saved(site: &Site, page: &Page, locale: Locale) -> Result<Response, Problem> {
    let text = page.text(locale).ok_or(Problem::NotFound)?;
    let segments = pailou_drafts::segments_in(&site.db, page, locale).await?;
    let revision = text.revision();
    let answer = SavedDraft {
        revision: revision.clone(),
        changed: text.draft.is_some(),
        updated_at: text.draft.as_ref().map_or(text.saved.updated_at, |draft| draft.updated_at),
        segments: segments.into_iter().map(segment).collect(),
    };
    Ok(reply::private(reply::with_etag(reply::json(&answer)?, &revision)))
}

pub(super) fn pieces(pieces: Vec<(Edit, String)>) -> Vec<(Piece, String)> {
    let piece = |(edit, text)| match edit {
        Edit::Same => (Piece::Same, text),
        Edit::Old => (Piece::Old, text),
        Edit::New => (Piece::New, text),
    };
    pieces.into_iter().map(piece).collect()
}

/// Maps a draft error to the problem that the client receives.
pub(super) fn draft_problem(error: DraftError) -> Problem {
    match error {
        DraftError::Unknown => Problem::NotFound,
        DraftError::Stale { current, base } => Problem::Stale {
            current: Some(to_saved_state(*current)),
            base: base.map(|base| to_saved_state(*base)),
        },
        DraftError::MissingAltText(images) => {
            let error = |(line, target): (u32, String)| {
                let mut error = FieldError::new("text", "image-without-alt-text", target);
                error.line = Some(line);
                error
            };
            Problem::Invalid(images.into_iter().map(error).collect())
        }
        DraftError::Other(error) => of_other(draft_problem(*error)),
        DraftError::Gate(error) => error.into(),
        DraftError::Write(WriteError::Taken(issue)) => {
            let mut error = FieldError::new("text", issue.code, issue.detail);
            error.line = issue.line;
            Problem::Invalid(vec![error])
        }
        // The missing permission is that of the user who scheduled the change, not of the client.
        DraftError::Rights => {
            Problem::Forbidden("missing permission of the user who scheduled this")
        }
        DraftError::Write(WriteError::Unreadable(issue)) => {
            let line = issue.line.unwrap_or(1);
            Problem::invalid("text", issue.code, format!("line {line}: {}", issue.detail))
        }
        DraftError::Write(WriteError::Database(error)) | DraftError::Database(error) => {
            error.into()
        }
    }
}

/// Adds the prefix `other.` to the fields of errors in the text of the other language, to distinguish them from errors
/// in the text of the request.
fn of_other(problem: Problem) -> Problem {
    match problem {
        Problem::Invalid(mut errors) => {
            for error in &mut errors {
                error.field = format!("other.{}", error.field);
            }
            Problem::Invalid(errors)
        }
        problem => problem,
    }
}

fn to_saved_state(seen: TextAtRevision) -> Box<SavedState> {
    let parts = front_matter::split(&seen.text);
    Box::new(SavedState {
        revision: seen.revision.clone(),
        front_matter: parts.front.to_owned(),
        markdown: parts.body.to_owned(),
    })
}

/// Maps an error of an acknowledgement or of intentional copies to the problem that the client
/// receives.
pub(crate) fn mark_problem(error: MarkError) -> Problem {
    let segments = |code, error: &MarkError| Problem::invalid("segments", code, error.to_string());
    match error {
        MarkError::NotCopied(_) => segments("not-copied", &error),
        MarkError::NotOutdated(_) => segments("not-outdated", &error),
        MarkError::NotAcknowledged(_) => segments("not-acknowledged", &error),
        MarkError::AcknowledgedInGit(_) => segments("acknowledged-in-git", &error),
        MarkError::NothingOutdated | MarkError::NothingAcknowledged => {
            segments("none-found", &error)
        }
        MarkError::UnknownSection(_) => {
            Problem::invalid("section", "unknown-section", error.to_string())
        }
        MarkError::Draft(error) => draft_problem(error),
        MarkError::Database(error) => error.into(),
    }
}

pub(crate) fn page_problem(error: PageError) -> Problem {
    let path = |code, error: &PageError| Problem::invalid("path", code, error.to_string());
    match error {
        PageError::Unknown => Problem::NotFound,
        PageError::Stale => Problem::Stale { current: None, base: None },
        PageError::Taken => path("taken", &error),
        PageError::TakenInTrash => path("taken-in-trash", &error),
        PageError::HasText => Problem::invalid("locale", "has-text", error.to_string()),
        PageError::Same => path("same", &error),
        PageError::Path(_) => path("page-path", &error),
        PageError::FollowsGit => path("follows-git", &error),
        PageError::HasSlug => path("has-slug", &error),
        PageError::Parent(ref refused) => {
            let code = match refused {
                ParentError::BelowItself => "below-itself",
                ParentError::TooDeep => "too-deep",
                ParentError::Unknown | ParentError::Database(_) => "unknown-page",
            };
            Problem::invalid("parent", code, error.to_string())
        }
        PageError::Draft(error) => draft_problem(error),
        PageError::Database(error) => error.into(),
    }
}

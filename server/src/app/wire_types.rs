//! The UI's `wire.ts` files, written from the shapes that the server sends and compared with what is
//! checked in.

use std::path::PathBuf;

use ts_rs::{Config, TS};

use crate::shared::config::{own, wire as config};
use crate::shared::record::wire as record;
use crate::shared::session::{Act, Role};
use crate::shared::sources::wire as sources;
use crate::shared::webhooks::wire as webhooks;
use crate::{admin, datastat, docs, landing, localization};

const HEADER: &str =
    "// Generated from the server's `wire.rs`: change it there, then run `just accept`.\n";

/// Shapes of `shared/wire.ts` that others use.
const SHARED: [&str; 5] = ["Act", "Counterpart", "Role", "TextState", "Title"];

#[test]
fn the_ui_knows_the_shapes_that_the_server_sends() {
    check(
        "shared",
        &[
            shape::<record::TextState>(),
            shape::<record::Counterpart>(),
            shape::<config::Title>(),
            shape::<own::navigation::NavigationEntry>(),
            shape::<own::navigation::InBoth>(),
            shape::<own::navigation::ShownNavigation>(),
            shape::<config::SiteDescription>(),
            shape::<Role>(),
            shape::<Act>(),
            shape::<admin::wire::User>(),
            shape::<admin::wire::Session>(),
            shape::<admin::wire::OidcLabel>(),
            shape::<admin::wire::LoginWays>(),
            shape::<admin::wire::OidcQuestion>(),
            shape::<admin::wire::OidcAnswer>(),
        ],
    );
    check(
        "docs",
        &[
            shape::<docs::wire::ListedPage>(),
            shape::<docs::wire::Heading>(),
            shape::<docs::wire::Edit>(),
            shape::<docs::wire::Place>(),
            shape::<docs::wire::OutdatedSegment>(),
            shape::<docs::wire::MissingSection>(),
            shape::<docs::wire::VersionState>(),
            shape::<docs::wire::VersionPlace>(),
            shape::<docs::wire::Version>(),
            shape::<docs::wire::PageCommit>(),
            shape::<docs::wire::Page>(),
            shape::<docs::wire::RowState>(),
            shape::<docs::wire::OtherHtml>(),
            shape::<docs::wire::ParallelRow>(),
            shape::<docs::wire::OtherText>(),
            shape::<docs::wire::Parallel>(),
            shape::<docs::wire::TreeNode>(),
            shape::<docs::wire::Tree>(),
            shape::<docs::wire::Hit>(),
            shape::<docs::wire::Feedback>(),
        ],
    );
    check(
        "landing",
        &[
            shape::<landing::wire::BlockKind>(),
            shape::<landing::wire::BlockEntry>(),
            shape::<landing::wire::Download>(),
            shape::<landing::wire::Release>(),
            shape::<landing::wire::RecentPage>(),
            shape::<landing::wire::ListedNews>(),
            shape::<landing::wire::Block>(),
            shape::<landing::wire::Landing>(),
            shape::<landing::wire::NewsPage>(),
            shape::<landing::wire::Arrange>(),
            shape::<landing::wire::ArrangedBlock>(),
            shape::<landing::wire::Arrangement>(),
        ],
    );
    check(
        "localization",
        &[
            shape::<localization::wire::Status>(),
            shape::<localization::wire::Decision>(),
            shape::<localization::wire::DictionaryTranslation>(),
            shape::<localization::wire::DictionaryRow>(),
            shape::<localization::wire::DictionaryPair>(),
            shape::<localization::wire::WordLock>(),
            shape::<localization::wire::Evidence>(),
        ],
    );
    check(
        "datastat",
        &[
            shape::<datastat::wire::PageViews>(),
            shape::<datastat::wire::Summary>(),
            shape::<datastat::wire::SearchedWords>(),
        ],
    );
    check(
        "admin",
        &[
            shape::<sources::SourceCommit>(),
            shape::<sources::SourceIssue>(),
            shape::<sources::SourceIssues>(),
            shape::<sources::SourceReport>(),
            shape::<sources::SourceState>(),
            shape::<sources::ListedConflict>(),
            shape::<sources::Conflict>(),
            shape::<sources::Resolution>(),
            shape::<docs::wire::ListedFeedback>(),
            shape::<admin::wire::OwnSession>(),
            shape::<admin::wire::SecondFactor>(),
            shape::<admin::wire::RecoveryCodes>(),
            shape::<admin::wire::SecondFactorState>(),
            shape::<admin::wire::OwnPasskey>(),
            shape::<admin::wire::OwnLink>(),
            shape::<admin::wire::OwnToken>(),
            shape::<admin::wire::NewToken>(),
            shape::<admin::wire::MadeToken>(),
            shape::<admin::wire::ListedUser>(),
            shape::<admin::wire::UserChange>(),
            shape::<admin::wire::Invitation>(),
            shape::<admin::wire::NewInvitation>(),
            shape::<admin::wire::MadeInvitation>(),
            shape::<admin::wire::MadeLink>(),
            shape::<admin::wire::InvitationKind>(),
            shape::<admin::wire::InvitationLook>(),
            shape::<admin::wire::LogEntry>(),
            shape::<admin::media::wire::MediaFile>(),
            shape::<admin::media::wire::MediaWords>(),
            shape::<admin::media::wire::MediaDetail>(),
            shape::<admin::media::wire::MediaUse>(),
            shape::<admin::media::wire::NewUpload>(),
            shape::<admin::media::wire::Upload>(),
            shape::<admin::wire::RestoredBackup>(),
            shape::<admin::wire::ImportReport>(),
            shape::<admin::pages::wire::AdminPage>(),
            shape::<admin::pages::wire::AdminText>(),
            shape::<admin::pages::wire::TextStanding>(),
            shape::<admin::pages::wire::WrittenPage>(),
            shape::<admin::pages::wire::WrittenText>(),
            shape::<admin::pages::wire::WrittenSegment>(),
            shape::<admin::pages::wire::SegmentState>(),
            shape::<admin::pages::wire::Editing>(),
            shape::<admin::pages::wire::Open>(),
            shape::<admin::pages::wire::NewPage>(),
            shape::<admin::pages::wire::DraftChange>(),
            shape::<admin::pages::wire::SavedDraft>(),
            shape::<admin::pages::wire::Preview>(),
            shape::<admin::pages::wire::PreviewBlock>(),
            shape::<admin::pages::wire::PreviewHeading>(),
            shape::<admin::pages::wire::TextFinding>(),
            shape::<admin::pages::wire::WordCount>(),
            shape::<admin::pages::wire::DraftChanges>(),
            shape::<admin::pages::wire::SegmentChange>(),
            shape::<admin::pages::wire::Piece>(),
            shape::<admin::pages::wire::Publish>(),
            shape::<admin::pages::wire::SegmentDecision>(),
            shape::<admin::pages::wire::Acknowledge>(),
            shape::<admin::pages::wire::Acknowledged>(),
            shape::<admin::pages::wire::IntentionalCopies>(),
            shape::<admin::pages::wire::Verdict>(),
            shape::<admin::pages::wire::Published>(),
            shape::<admin::pages::wire::TextRevision>(),
            shape::<admin::pages::wire::TextDiff>(),
            shape::<admin::pages::wire::DiffLine>(),
            shape::<admin::pages::wire::DiffKind>(),
            shape::<admin::pages::wire::Move>(),
            shape::<admin::pages::wire::PreviewLink>(),
            shape::<admin::pages::wire::PreviewCode>(),
            shape::<admin::pages::wire::SharedPreview>(),
            shape::<config::ConfigValue>(),
            shape::<config::ConfigChange>(),
            shape::<config::ConfigVersion>(),
            shape::<crate::shared::webhooks::Event>(),
            shape::<webhooks::Webhook>(),
            shape::<webhooks::NewWebhook>(),
            shape::<webhooks::WebhookChange>(),
            shape::<webhooks::WebhookSecret>(),
            shape::<webhooks::DeliveryState>(),
            shape::<webhooks::Delivery>(),
            shape::<config::BuiltInMessage>(),
            shape::<config::BuiltInMessages>(),
            shape::<config::Said>(),
            shape::<config::SiteSettings>(),
            shape::<docs::wire::RedirectBy>(),
            shape::<docs::wire::ListedRedirect>(),
            shape::<docs::wire::NewRedirect>(),
        ],
    );
}

/// With `UPDATE` set the file is written, otherwise it must be this one.
#[track_caller]
fn check(area: &str, shapes: &[String]) {
    let text = file(area, &shapes.concat());
    let place = PathBuf::from(format!("../ui/src/{area}/wire.ts"));
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&place, text).unwrap();
        return;
    }
    let checked_in = std::fs::read_to_string(&place).unwrap_or_default();
    assert!(
        checked_in == text,
        "ui/src/{area}/wire.ts is not what the server sends: `just accept`"
    );
}

fn file(area: &str, shapes: &str) -> String {
    let uses = |name: &str| shapes.split(|c: char| !c.is_alphanumeric()).any(|word| word == name);
    let mut imports = String::new();
    if uses("Locale") {
        imports.push_str("import type { Locale } from \"@pailou/core\";\n");
    }
    let shared: Vec<_> = SHARED.into_iter().filter(|name| area != "shared" && uses(name)).collect();
    if !shared.is_empty() {
        imports.push_str(&format!(
            "import type {{ {} }} from \"@/shared/wire\";\n",
            shared.join(", ")
        ));
    }
    format!("{HEADER}{imports}{shapes}")
}

/// The exported type, one field a line.
fn shape<T: TS>() -> String {
    // Times and counts stay far below 2⁵³.
    let declaration = T::decl(&Config::new().with_large_int("number"));
    let docs = T::docs().map(|docs| comment(&docs, "")).unwrap_or_default();
    let members = declaration
        .split_once(" = {")
        .and_then(|(name, rest)| Some((name, rest.rsplit_once('}')?.0)));
    let Some((name, body)) = members else { return format!("\n{docs}export {declaration}\n") };
    let members: String = members_of(body).iter().map(|member| laid_out(member)).collect();
    format!("\n{docs}export {name} = {{\n{members}}};\n")
}

/// Cuts at the commas that are in no comment and in no inner type.
fn members_of(body: &str) -> Vec<&str> {
    let (mut members, mut start, mut depth, mut at) = (Vec::new(), 0, 0, 0);
    while let Some(c) = body[at..].chars().next() {
        if body[at..].starts_with("/*") {
            at += body[at..].find("*/").map_or(body.len() - at, |end| end + 2);
            continue;
        }
        match c {
            '{' | '[' | '(' | '<' => depth += 1,
            '}' | ']' | ')' | '>' => depth -= 1,
            ',' if depth == 0 => {
                members.push(body[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
        at += c.len_utf8();
    }
    members
}

fn laid_out(member: &str) -> String {
    match member.split_once("*/") {
        Some((docs, field)) => format!("{}\t{};\n", comment(docs, "\t"), field.trim()),
        None => format!("\t{member};\n"),
    }
}

/// A doc comment on one line, whatever it was.
fn comment(docs: &str, indent: &str) -> String {
    let lines =
        docs.lines().map(|line| line.trim().trim_start_matches("/**").trim_start_matches("*/"));
    let words: Vec<_> = lines.map(|line| line.trim_start_matches('*').trim()).collect();
    format!("{indent}/** {} */\n", words.join(" ").trim())
}

#[test]
fn commas_inside_types_and_comments_part_nothing() {
    let members =
        members_of(" /**\n * One, two\n */\na: [string, string], b: Array<{ c: number, }>, ");
    assert_eq!(members, ["/**\n * One, two\n */\na: [string, string]", "b: Array<{ c: number, }>"]);
    assert_eq!(laid_out(members[0]), "\t/** One, two */\n\ta: [string, string];\n");
}

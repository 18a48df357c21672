//! Messages of failed commands. Error texts of the operating system, the database, and parsers are not translated.

use super::super::command::{Failure, UserFailure};
use super::super::l10n::L10nFailure;
use super::Messages;
use pailou_auth::accounts::AccountError;
use pailou_backup::BackupError;
use pailou_backup::copy::CopyError;
use pailou_database::{OpenError, error_message};
use pailou_l10n::status::StatusError;
use pailou_settings::{Hint, SettingOrigin, SettingsError};
use pailou_site_search::SearchIndexError;
use pailou_store::{ExportError, ImportError};
use pailou_versions::ChangeError;
use pailou_web::archive::PackedError;
use pailou_web::http_client::HttpClientError;
use sqlx::migrate::MigrateError;

/// Returns the message key of the advice after the server failed to listen on an address.
fn listen_advice(error: &std::io::Error) -> &'static str {
    use std::io::ErrorKind;
    match error.kind() {
        ErrorKind::AddrInUse => "failure.listen.in-use",
        ErrorKind::PermissionDenied => "failure.listen.permission",
        ErrorKind::AddrNotAvailable => "failure.listen.address",
        _ => "failure.listen.other",
    }
}

impl Messages {
    pub fn failure(self, failure: &Failure) -> String {
        super::terminal_escape::lines(&self.unescaped_failure(failure))
    }

    fn unescaped_failure(self, failure: &Failure) -> String {
        match failure {
            Failure::Settings(error) => self.settings(error),
            Failure::SearchIndex(SearchIndexError::Database(error)) | Failure::Database(error) => {
                self.database(error)
            }
            Failure::SearchIndex(SearchIndexError::Task(error)) => {
                self.t("failure.index", &[("reason", error)])
            }
            Failure::Output(error) => self.t("failure.output", &[("reason", error)]),
            Failure::Listen { addr, source } => {
                let advice = self.t(listen_advice(source), &[]);
                self.t("failure.listen", &[("addr", addr), ("reason", source), ("advice", &advice)])
            }
            Failure::Data { path, source } => {
                self.t("failure.data", &[("place", path), ("reason", source)])
            }
            #[cfg(unix)]
            Failure::NotWritable { path, user, source } => {
                let args: super::Args<'_> = &[("place", path), ("user", user), ("reason", source)];
                self.t("failure.not-writable", args)
            }
            Failure::Health { url, source } => {
                self.t("failure.health", &[("url", url), ("reason", &self.no_response(source))])
            }
            Failure::NoSite(address) => self.t("failure.no-site", &[("place", address)]),
            Failure::Open(error) => self.open(error),
            Failure::Render(reason) => self.t("failure.render", &[("reason", reason)]),
            Failure::Import(error) => self.import(error),
            Failure::Archive(file, error) => self.archive(file, error),
            Failure::Export(error) => self.export(error),
            Failure::Backup(error) => self.backup(error),
            Failure::Copy(error) => self.copy(error),
            Failure::Written(folder, reason) => {
                self.t("failure.written", &[("folder", folder), ("reason", reason)])
            }
            Failure::QueryFileRead(file, reason) => {
                self.t("failure.questions", &[("file", file), ("reason", reason)])
            }
            Failure::Questions(file, mistake) => {
                let reason = self.reason(&mistake.detail);
                let line = &mistake.line;
                let args: super::Args<'_> = &[("file", file), ("line", line), ("reason", &reason)];
                self.t("failure.questions.line", args)
            }
            Failure::Version(error) => self.change(error),
            Failure::User(error) => self.user(error),
            Failure::NoSource => self.t("failure.no-source", &[]),
            Failure::UnknownSource { name, names } => {
                let names = self.list(names);
                self.t("failure.source-unknown", &[("name", name), ("names", &names)])
            }
            Failure::L10n(error) => self.l10n(error),
            Failure::Runtime(error) => self.t("failure.runtime", &[("reason", error)]),
        }
    }

    fn l10n(self, error: &L10nFailure) -> String {
        match error {
            L10nFailure::Status(error) => self.status(error),
            L10nFailure::FailOn(value) => self.t("failure.l10n.fail-on", &[("value", value)]),
            L10nFailure::Incomplete(folder) => {
                self.t("failure.l10n.incomplete", &[("folder", folder)])
            }
            L10nFailure::Badge(file, reason) => {
                self.t("failure.write", &[("file", file), ("reason", reason)])
            }
        }
    }

    fn status(self, error: &StatusError) -> String {
        match error {
            StatusError::NotAFolder(folder, reason) => {
                self.t("failure.folder", &[("folder", folder), ("reason", reason)])
            }
            StatusError::NoPages(folder) => self.t("failure.l10n.no-pages", &[("folder", folder)]),
            StatusError::Bare(folder) => self.t("failure.l10n.bare", &[("folder", folder)]),
            StatusError::Shallow(folder) => self.t("failure.l10n.shallow", &[("folder", folder)]),
            StatusError::LacksSourceCommit { dir, file, commit } => self.t(
                "failure.l10n.lacks-source-commit",
                &[("folder", dir), ("file", file), ("commit", commit)],
            ),
            StatusError::PartialClone(folder) => {
                self.t("failure.l10n.partial-clone", &[("folder", folder)])
            }
            StatusError::SinceWithoutHistory(folder) => {
                self.t("failure.l10n.since-without-history", &[("folder", folder)])
            }
            StatusError::UnknownSince(since) => self.t("failure.l10n.since", &[("since", since)]),
            StatusError::Git(error) => {
                let key = match error.code {
                    "git-missing" => "failure.l10n.git-missing",
                    "not-trusted" => "failure.l10n.not-trusted",
                    _ => "failure.l10n.git",
                };
                self.t(key, &[("reason", &error.detail)])
            }
        }
    }

    fn no_response(self, error: &HttpClientError) -> String {
        match error {
            HttpClientError::Slow => self.t("failure.health.slow", &[]),
            HttpClientError::Unreachable(error) => error.to_string(),
            error => error.to_string(),
        }
    }

    fn settings(self, error: &SettingsError) -> String {
        match error {
            SettingsError::Unreadable { file, reason } => {
                self.t("failure.unreadable", &[("file", file), ("reason", reason)])
            }
            SettingsError::NotToml { file, reason } => {
                self.t("failure.not-toml", &[("file", file), ("reason", reason)])
            }
            SettingsError::Unknown { place, key, hint } => {
                let place = self.origin_text(place);
                let (kind, near, names) = match hint {
                    Hint::Near(near) => ("near", *near, String::new()),
                    Hint::Site(names) => ("all", "", self.list(names)),
                    Hint::Source(names) => ("source", "", self.list(names)),
                };
                let args: super::Args<'_> =
                    &[("place", &place), ("key", key), ("near", &near), ("names", &names)];
                self.t(&format!("failure.setting.{kind}"), args)
            }
            SettingsError::Value { place, key, value, allowed } => {
                let place = self.origin_text(place);
                let allowed = self.reason(allowed);
                let args: super::Args<'_> =
                    &[("place", &place), ("key", key), ("value", value), ("allowed", &allowed)];
                self.t("failure.value", args)
            }
            SettingsError::Incomplete { given, missing } => {
                self.t("failure.incomplete", &[("given", given), ("missing", missing)])
            }
        }
    }

    fn origin_text(self, origin: &SettingOrigin) -> String {
        match origin {
            SettingOrigin::File(file) => file.clone(),
            SettingOrigin::Variable(name) => self.t("place.variable", &[("name", name)]),
            SettingOrigin::Flag(name) => self.t("place.flag", &[("name", name)]),
        }
    }

    fn database(self, error: &sqlx::Error) -> String {
        self.t("failure.database", &[("reason", &error_message(error))])
    }

    fn open(self, error: &OpenError) -> String {
        match error {
            OpenError::Address(address) => self.t("failure.address", &[("address", address)]),
            OpenError::Open { place, source } => {
                let reason = error_message(source);
                self.t("failure.open", &[("place", place), ("reason", &reason)])
            }
            OpenError::Unreachable { place, reason } => {
                self.t("failure.unreachable", &[("place", place), ("reason", reason)])
            }
            OpenError::Login { place, reason } => {
                self.t("failure.database-login", &[("place", place), ("reason", reason)])
            }
            OpenError::Missing { place, reason } => {
                self.t("failure.database-missing", &[("place", place), ("reason", reason)])
            }
            OpenError::Crowded { place, reason } => {
                self.t("failure.database-crowded", &[("place", place), ("reason", reason)])
            }
            OpenError::Older { place, major } => {
                self.t("failure.database-older", &[("place", place), ("major", major)])
            }
            OpenError::Newer { place, version } => {
                self.t("failure.newer", &[("place", place), ("version", version)])
            }
            OpenError::Development { place } => self.t("failure.development", &[("place", place)]),
            OpenError::UnfinishedCopy { place } => {
                self.t("failure.unfinished-copy", &[("place", place)])
            }
            OpenError::Migrate { place, source } => {
                let reason = match source {
                    MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
                        error_message(error)
                    }
                    other => other.to_string(),
                };
                self.t("failure.migrate", &[("place", place), ("reason", &reason)])
            }
        }
    }

    fn archive(self, file: &str, error: &PackedError) -> String {
        if let PackedError::Io(reason) = error {
            return self.t("failure.unreadable", &[("file", &file), ("reason", reason)]);
        }
        let (key, name) = (format!("failure.archive-{}", error.code()), error.name());
        self.t(&key, &[("file", &file), ("name", &name.unwrap_or_default())])
    }

    fn import(self, error: &ImportError) -> String {
        match error {
            ImportError::Folder(folder, reason) => {
                self.t("failure.folder", &[("folder", folder), ("reason", reason)])
            }
            ImportError::VersionName(name, reason) => self.version_name(name, reason),
            ImportError::VersionIsCurrent(name) => {
                self.t("failure.version-current", &[("name", name)])
            }
            ImportError::Keep(file, reason) => {
                self.t("failure.keep", &[("file", file), ("reason", reason)])
            }
            ImportError::Database(error) => self.database(error),
        }
    }

    fn export(self, error: &ExportError) -> String {
        match error {
            ExportError::NotEmpty(folder) => self.t("failure.not-empty", &[("folder", folder)]),
            ExportError::UnknownVersion(name) => self.t("failure.old-version", &[("name", name)]),
            ExportError::Write(file, reason) => {
                self.t("failure.write", &[("file", file), ("reason", reason)])
            }
            ExportError::Missing(file, reason) => {
                self.t("failure.kept-file", &[("file", file), ("reason", reason)])
            }
            ExportError::Database(error) => self.database(error),
        }
    }

    fn backup(self, error: &BackupError) -> String {
        match error {
            BackupError::Exists(file) => self.t("failure.backup-there", &[("file", file)]),
            BackupError::Read(file, reason) => {
                self.t("failure.unreadable", &[("file", file), ("reason", reason)])
            }
            BackupError::Write(file, reason) => {
                self.t("failure.write", &[("file", file), ("reason", reason)])
            }
            BackupError::Bucket(reason) => self.t("failure.bucket", &[("reason", reason)]),
            BackupError::NotOne => self.t("failure.no-backup", &[]),
            BackupError::Damaged(_) => self.t("failure.backup-damaged", &[]),
            BackupError::Newer { version, schema } => {
                self.t("failure.backup-newer", &[("version", version), ("schema", schema)])
            }
            BackupError::Development => self.t("failure.backup-development", &[]),
            BackupError::Database(error) => self.database(error),
        }
    }

    fn copy(self, error: &CopyError) -> String {
        match error {
            CopyError::Open(error) => self.open(error),
            CopyError::SameDatabase(address) => self.t("failure.copy-same", &[("place", address)]),
            CopyError::NotEmpty(address) => self.t("failure.copy-not-empty", &[("place", address)]),
            CopyError::OtherCopy(address) => self.t("failure.copy-other", &[("place", address)]),
            CopyError::Rejected { table, reason } => {
                self.t("failure.copy-rejected", &[("table", table), ("reason", reason)])
            }
            CopyError::Mismatch(table) => self.t("failure.copy-mismatch", &[("table", table)]),
            CopyError::Database(error) => self.database(error),
        }
    }

    fn change(self, error: &ChangeError) -> String {
        match error {
            ChangeError::Name(name, reason) => self.version_name(name, reason),
            ChangeError::Taken(name) => self.t("failure.version-taken", &[("name", name)]),
            ChangeError::Unknown(name) => self.t("failure.version-unknown", &[("name", name)]),
            ChangeError::IsCurrent(name) => self.t("failure.version-is-current", &[("name", name)]),
            ChangeError::Nothing => self.t("failure.nothing-to-keep", &[]),
            ChangeError::Database(error) => self.database(error),
        }
    }

    fn version_name(self, name: &str, reason: &str) -> String {
        let reason = self.reason(reason);
        self.t("failure.version-name", &[("name", &name), ("reason", &reason)])
    }

    fn user(self, error: &UserFailure) -> String {
        match error {
            UserFailure::Account(error) => self.account(error),
            UserFailure::NoTerminal => self.t("failure.terminal", &[]),
            UserFailure::PasswordsDiffer => self.t("failure.passwords-differ", &[]),
            UserFailure::Database(error) => self.database(error),
            UserFailure::Unread(reason) => self.t("failure.password-unread", &[("reason", reason)]),
        }
    }

    fn account(self, error: &AccountError) -> String {
        match error {
            AccountError::Name(error) => self.t(&format!("failure.name.{}", error.code()), &[]),
            AccountError::Password(error) => {
                self.t(&format!("failure.password.{}", error.code()), &[])
            }
            AccountError::UnknownToken(name) => self.t("failure.token-unknown", &[("name", name)]),
            AccountError::Beyond { name, permission } => {
                self.t("failure.token-beyond", &[("name", name), ("act", permission)])
            }
            AccountError::Taken(name) => self.t("failure.user-taken", &[("name", name)]),
            AccountError::Confusable { name, other } => {
                self.t("failure.user-confusable", &[("name", name), ("other", other)])
            }
            AccountError::Unknown(name) => self.t("failure.user-unknown", &[("name", name)]),
            AccountError::LastOwner { name, .. } => self.t("failure.last-owner", &[("name", name)]),
            AccountError::Failed(problem) => problem.to_string(),
            AccountError::Database(error) => self.database(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use core_wasm::locale::Locale;

    use super::*;

    /// Checks the Chinese message, and that the English message equals `Display` of the error.
    #[track_caller]
    fn check(failure: impl Into<Failure>, chinese: &str) {
        let failure = failure.into();
        assert_eq!(Messages(Locale::En).failure(&failure), failure.to_string());
        assert_eq!(Messages(Locale::Zh).failure(&failure), chinese);
    }

    fn text(text: &str) -> String {
        text.to_owned()
    }

    #[test]
    fn settings_errors_are_translated() {
        let value = |place, allowed| SettingsError::Value {
            place,
            key: text("log.format"),
            value: text("xml"),
            allowed,
        };
        check(
            value(SettingOrigin::Variable(text("PAILOU_LOG_FORMAT")), "text or json"),
            "环境变量 PAILOU_LOG_FORMAT：`xml` 不是 `log.format` 的有效值，应为 text 或 json",
        );
        let unknown = |hint| SettingsError::Unknown {
            place: SettingOrigin::File(text("pailou.toml")),
            key: text("a"),
            hint,
        };
        check(
            unknown(Hint::Near("addr")),
            "pailou.toml：没有名为 `a` 的配置项，是不是想写 `addr`？",
        );
        check(
            unknown(Hint::Site(vec!["addr", "data"])),
            "pailou.toml：没有名为 `a` 的配置项。可用的有：addr、data",
        );
        check(
            unknown(Hint::Source(vec!["url"])),
            "pailou.toml：没有名为 `a` 的配置项。来源的配置项有：url",
        );
        check(
            SettingsError::Incomplete { given: "s3.bucket", missing: "s3.access-key-id" },
            "设置了 `s3.bucket`，但没有设置 `s3.access-key-id`：二者缺一不可",
        );
        check(
            SettingsError::NotToml { file: text("a"), reason: text("b\n  ^") },
            "a 不是有效的 TOML：b\n  ^",
        );
    }

    #[test]
    fn advice_for_a_failed_listener_depends_on_the_error() {
        use std::io::ErrorKind;
        let addr = "127.0.0.1:80".parse().unwrap();
        for (kind, advice) in [
            (ErrorKind::AddrInUse, "in-use"),
            (ErrorKind::PermissionDenied, "permission"),
            (ErrorKind::AddrNotAvailable, "address"),
            (ErrorKind::OutOfMemory, "other"),
        ] {
            let failure = Failure::Listen { addr, source: kind.into() };
            for messages in [Messages(Locale::Zh), Messages(Locale::En)] {
                let message = messages.failure(&failure);
                let advice = messages.t(&format!("failure.listen.{advice}"), &[]);
                assert!(
                    message.contains("127.0.0.1:80") && message.ends_with(&advice),
                    "{message}"
                );
            }
        }
    }

    #[test]
    fn version_export_user_and_source_errors_are_translated() {
        check(
            ChangeError::Name(
                text("ü"),
                pailou_content::version_name::check_version_name("ü").unwrap_err(),
            ),
            "版本名 `ü` 无效：开头不是字母或数字",
        );
        check(ChangeError::Nothing, "没有可以保留的页面：请先导入");
        check(
            ExportError::NotEmpty(text("out")),
            "out 不是空文件夹：请选择新的或空的文件夹，导出不会覆盖已有的文件",
        );
        check(UserFailure::Account(AccountError::Unknown(text("ann"))), "用户 `ann` 不存在");
        check(UserFailure::PasswordsDiffer, "两次输入的密码不同");
        check(Failure::NoSource, "没有来源：请在 pailou.toml 中添加 [[source]]，写明 name 和 url");
        check(
            Failure::UnknownSource { name: text("x"), names: vec![text("docs"), text("kit")] },
            "来源 `x` 不存在。可用的来源：docs、kit",
        );
    }

    #[test]
    fn database_errors_contain_cause_and_fix() {
        let (address, reason) = (|| text("postgres://ann@db/site"), || text("no"));
        check(
            OpenError::Unreachable { place: address(), reason: reason() },
            "无法连接数据库 postgres://ann@db/site：no。请启动 PostgreSQL 服务器，或更正 --database 中的主机和端口",
        );
        check(
            OpenError::Login { place: address(), reason: reason() },
            "数据库 postgres://ann@db/site 拒绝登录：no。请更正 --database 中的用户名和密码，或在 pg_hba.conf 中允许此登录",
        );
        check(
            OpenError::Missing { place: address(), reason: reason() },
            "数据库 postgres://ann@db/site 不存在：no。请用 createdb 创建数据库，或更正 --database 中的数据库名",
        );
        check(
            OpenError::Crowded { place: address(), reason: reason() },
            "数据库 postgres://ann@db/site 没有空闲连接：no。请关闭其他客户端，或增大 PostgreSQL 的 max_connections",
        );
        check(
            OpenError::Older { place: address(), major: 14 },
            "数据库 postgres://ann@db/site 的版本是 PostgreSQL 14：Pailou 需要 PostgreSQL 15 或更高版本",
        );
        check(
            OpenError::Development { place: address() },
            "数据库 postgres://ann@db/site 由早期开发版本的 Pailou 创建：请用该版本导出页面（`pailou export`），再用当前版本导入新的数据库（`pailou import`）",
        );
        check(
            BackupError::Development,
            "备份由早期开发版本的 Pailou 创建：请用该版本导出页面（`pailou export`），再用当前版本导入（`pailou import`）",
        );
    }

    #[test]
    fn copy_errors_are_translated() {
        let address = || text("postgres://ann@db/site");
        check(
            OpenError::UnfinishedCopy { place: address() },
            "数据库 postgres://ann@db/site 是尚未完成的网站副本：请再次运行 `pailou copy-to` 以完成复制，或另建数据库",
        );
        check(
            CopyError::SameDatabase(address()),
            "postgres://ann@db/site 就是当前网站的数据库：请指定另一个数据库",
        );
        check(
            CopyError::NotEmpty(address()),
            "数据库 postgres://ann@db/site 不为空，未作任何改动：请新建数据库",
        );
        check(
            CopyError::OtherCopy(address()),
            "数据库 postgres://ann@db/site 是另一个网站尚未完成的副本：请新建数据库",
        );
        check(
            CopyError::Rejected { table: text("pages"), reason: text("no") },
            "无法保存表 pages 中的一行：no",
        );
        check(
            CopyError::Mismatch(text("pages")),
            "表 pages 与来源不一致：复制尚未完成。请再次运行 `pailou copy-to`",
        );
    }

    #[test]
    fn user_name_and_password_errors_contain_the_reason() {
        use pailou_auth::accounts::{NameError, validate_new_account};
        for (error, chinese) in [
            (
                AccountError::Confusable { name: text("anna"), other: text("anпa") },
                "用户名 `anna` 与用户 `anпa` 容易混淆：请换一个用户名",
            ),
            (AccountError::Name(NameError::MixedScripts), "用户名混用了不同文字系统的字母"),
        ] {
            check(UserFailure::Account(error), chinese);
        }
        for (error, chinese) in [
            (validate_new_account(" ", "correct horse battery"), "缺少用户名"),
            (
                validate_new_account(&"a".repeat(65), "correct horse battery"),
                "用户名最多 64 个字符",
            ),
            (
                validate_new_account("a\u{200b}", "correct horse battery"),
                "用户名不能包含控制字符或不可见字符",
            ),
            (validate_new_account("ann", "short"), "密码至少 12 个字符"),
            (validate_new_account("ann", &"a b".repeat(100)), "密码最多 256 个字符"),
            (validate_new_account("ann", "aaaaaaaaaaaa"), "密码太容易猜到"),
        ] {
            check(UserFailure::Account(error.unwrap_err()), chinese);
        }
    }

    #[test]
    fn control_characters_in_error_messages_are_escaped() {
        let failure = Failure::from(ChangeError::Unknown(text("\u{1b}[2J")));
        assert!(!Messages(Locale::Zh).failure(&failure).contains('\u{1b}'));
    }
}

// Generated from the server's `wire.rs`: change it there, then run `just accept`.
import type { Locale } from "@pailou/core";

export type SourceCommit = { id: string; at: number; subject: string; url: string | null };

export type SourceIssue = { severity: string; file: string; line: number | null; code: string; detail: string };

export type SourceReport = {
	pages: number; new: number; changed: number; same: number; moved: number; removed: number; ahead: number;
	conflicts: number; files: number; rewritten: boolean; issues: Array<SourceIssue>; more_issues: number;
};

export type SourceState = {
	name: string; address: string; branch: string | null; folder: string; mount: string; commit: SourceCommit | null;
	asked_at: number | null; updated_at: number | null; next_at: number | null; running: boolean; webhook: boolean;
	outcome: string | null; detail: string; report: SourceReport | null; conflicts: number;
};

export type ListedConflict = {
	id: string; source: string; file: string; commit: string; made_at: number; deleted: boolean; locale: Locale;
	url: string; title: string; etag: string;
};

export type Conflict = {
	source: string; file: string; commit: string; base: string; ours: string; theirs: string | null;
};

export type Resolution = { choice: string; text?: string | null };

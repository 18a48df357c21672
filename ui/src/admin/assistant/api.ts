// Requests to the admin API of the assistant.
import { size } from "@/admin/api";
import { searchOf } from "@/shared/address";
import { change, get, getList, type List, type ProblemError, post } from "@/shared/http/api";
import type {
	AnswerChange,
	BenchQuestion,
	BenchReply,
	FeedbackCount,
	Gap,
	GapReport,
	ListedAnswer,
	ListedQuestion,
	RecordedEvaluation,
} from "@/shared/http/types";

const base = "/api/v1/admin/assistant";

export function gapReport(locale: string | undefined, days: string | undefined, signal?: AbortSignal) {
	return get<GapReport>(`${base}/gaps${searchOf({ locale, days })}`, signal);
}

/** Omits the questions of a gap from the report. `locale` and `days` are the filters of the displayed report. */
export function dismissGap({ id }: Gap, locale: string | undefined, days: string | undefined): Promise<void> {
	return post<void>(`${base}/gaps/${encodeURIComponent(id)}/dismissal${searchOf({ locale, days })}`, undefined);
}

export interface QuestionFilter {
	q?: string | undefined;
	locale?: string | undefined;
	state?: string | undefined;
}

export function questions(filter: QuestionFilter, page: number, signal?: AbortSignal): Promise<List<ListedQuestion>> {
	return getList<ListedQuestion>(`${base}/questions${searchOf({ ...filter, page, size })}`, signal);
}

export function removeQuestion({ id }: ListedQuestion): Promise<void> {
	return change<void>("DELETE", `${base}/questions/${encodeURIComponent(id)}`);
}

export function answers(page: number, signal?: AbortSignal): Promise<List<ListedAnswer>> {
	return getList<ListedAnswer>(`${base}/answers${searchOf({ page, size })}`, signal);
}

export function answer(id: string, signal?: AbortSignal): Promise<ListedAnswer> {
	return get<ListedAnswer>(answerPath(id), signal);
}

export function addAnswer(newAnswer: AnswerChange): Promise<ListedAnswer> {
	return post<ListedAnswer>(`${base}/answers`, newAnswer);
}

/** Updates a curated answer, unless another user has changed it since it was loaded (`If-Match`). */
export function changeAnswer({ id, revision }: AnswerRevision, answerChange: AnswerChange): Promise<ListedAnswer> {
	return change<ListedAnswer>("PUT", answerPath(id), answerChange, [["if-match", `"${revision}"`]]);
}

/**
 * Returns the answer as saved by another user, from a 412 (Precondition Failed) response; undefined for other errors.
 */
export function currentAnswer({ problem, body }: ProblemError): ListedAnswer | undefined {
	if (problem.status !== 412) return undefined;
	return (JSON.parse(body) as { row: ListedAnswer }).row;
}

export function removeAnswer({ id, revision }: AnswerRevision): Promise<void> {
	return change<void>("DELETE", answerPath(id), undefined, [["if-match", `"${revision}"`]]);
}

type AnswerRevision = Pick<ListedAnswer, "id" | "revision">;

export function bench(question: BenchQuestion): Promise<BenchReply> {
	return post<BenchReply>(`${base}/bench`, question);
}

export function evaluations(signal?: AbortSignal): Promise<RecordedEvaluation[]> {
	return get<RecordedEvaluation[]>(`${base}/evaluations`, signal);
}

/** Counts of visitors' feedback, by language and state of the answer. */
export function feedback(signal?: AbortSignal): Promise<FeedbackCount[]> {
	return get<FeedbackCount[]>(`${base}/feedback`, signal);
}

function answerPath(id: string): string {
	return `${base}/answers/${encodeURIComponent(id)}`;
}

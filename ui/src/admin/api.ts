import { get } from "@/shared/api";
import type { User } from "@/shared/wire";

export function me(signal?: AbortSignal): Promise<User> {
	return get<User>("/api/v1/me", signal);
}

import type { MouseEvent, ReactNode } from "react";
import { Link as RouterLink } from "react-router-dom";
import { isRoute, routePath } from "@/shared/address";

type Props = {
	/** Public path (`/index/zh/docs`) or route path (`/zh/docs`). */
	to: string;
	children: ReactNode;
	className?: string;
	lang?: string;
	hrefLang?: string;
	title?: string;
	rel?: string;
	tabIndex?: number;
	id?: string;
	role?: "option";
	"aria-selected"?: boolean;
	onClick?: (event: MouseEvent<HTMLAnchorElement>) => void;
	onPointerEnter?: () => void;
	onPointerDown?: () => void;
	onFocus?: () => void;
	"aria-current"?: "page" | "true";
	"aria-label"?: string;
	"aria-keyshortcuts"?: string;
	"data-state"?: string;
	"data-kind"?: string;
};

/** Link within the site: client-side navigation with a view transition; a plain link without JavaScript. */
export function Link({ to, ...rest }: Props) {
	const route = routePath(to);
	// Feeds, media, and other origins are separate documents.
	if (!isRoute(route)) return <a href={to} {...rest} />;
	return <RouterLink to={route} viewTransition {...rest} />;
}

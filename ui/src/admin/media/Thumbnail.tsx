import styles from "@/admin/media/Media.module.css";
import type { MediaFile } from "@/shared/http/types";

/** Thumbnail of an image; for other files, the file type. */
export function Thumbnail({ file, isLarge = false }: { file: MediaFile; isLarge?: boolean }) {
	const { path, url, width, height } = file;
	return (
		<span className={isLarge ? `${styles.thumb} ${styles.preview}` : styles.thumb}>
			{file.class === "image" ? (
				// The adjacent text describes the image.
				<img
					src={`${url}?w=${isLarge ? 960 : 480}`}
					alt=""
					width={width ?? undefined}
					height={height ?? undefined}
					loading="lazy"
				/>
			) : (
				<span aria-hidden="true">{path.split(".").at(-1)}</span>
			)}
		</span>
	);
}

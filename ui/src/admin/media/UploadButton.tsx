import { useRef } from "react";

interface UploadButtonProps {
	label: string;
	accept?: string;
	multiple?: boolean;
	/** Whether the button is the primary action of the page. */
	isPrimary?: boolean;
	chosen: (files: File[]) => void;
}

/** A button that opens the file picker. */
export function UploadButton({ label, accept, multiple = false, isPrimary = true, chosen }: UploadButtonProps) {
	const field = useRef<HTMLInputElement>(null);
	return (
		<>
			<button type="button" data-kind={isPrimary ? "primary" : undefined} onClick={() => field.current?.click()}>
				{label}
			</button>
			<input
				ref={field}
				type="file"
				hidden
				aria-label={label}
				accept={accept}
				multiple={multiple}
				onChange={({ currentTarget }) => {
					const files = [...(currentTarget.files ?? [])];
					// Resets the field, so that the same file can be chosen again.
					currentTarget.value = "";
					chosen(files);
				}}
			/>
		</>
	);
}

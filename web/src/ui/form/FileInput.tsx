import type { Ref } from 'react'

type Props = {
  ref: Ref<HTMLInputElement>
  label: string
  accept: string
  multiple?: boolean
  /** Opens the camera if there is one. */
  capture?: boolean
  onPick: (files: File[]) => void
}

/** The browser's own file chooser, opened by a button beside it. */
export const FileInput = ({ ref, label, accept, multiple = false, capture = false, onPick }: Props) => (
  <input
    ref={ref}
    type="file"
    hidden
    tabIndex={-1}
    aria-label={label}
    accept={accept}
    multiple={multiple}
    {...(capture && { capture: 'environment' })}
    onChange={({ currentTarget }) => {
      onPick([...(currentTarget.files ?? [])])
      // Allows choosing the same file again.
      currentTarget.value = ''
    }}
  />
)

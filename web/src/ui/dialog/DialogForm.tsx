import { Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { ErrorAlert } from '../display/ErrorAlert.tsx'
import { DialogButtons, type DialogButtonsProps } from './DialogButtons.tsx'

type Props = Omit<DialogButtonsProps, 'busy' | 'onConfirm'> & {
  /** What `useSubmit` returns. */
  submission: { submit: (event: FormEvent<HTMLFormElement>) => void; problem: string | undefined; busy: boolean }
  /** The form's name, if the dialog's title does not say it. */
  label?: string
  children: ReactNode
}

/** The form of a dialog: its fields, what went wrong, and its buttons. */
export const DialogForm = ({ submission, label, children, ...buttons }: Props) => (
  <form onSubmit={submission.submit} noValidate aria-label={label}>
    <Stack>
      {children}
      {submission.problem && <ErrorAlert>{submission.problem}</ErrorAlert>}
      <DialogButtons busy={submission.busy} {...buttons} />
    </Stack>
  </form>
)

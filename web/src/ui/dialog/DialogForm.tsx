import { Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { ErrorAlert } from '../display/ErrorAlert.tsx'
import { DialogButtons, type DialogButtonsProps } from './DialogButtons.tsx'

type Props = Omit<DialogButtonsProps, 'onConfirm'> & {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** The form's name, if the dialog's title does not say it. */
  label?: string
  problem: string | undefined
  children: ReactNode
}

/** The form of a dialog: its fields, what went wrong, and its buttons. */
export const DialogForm = ({ onSubmit, label, problem, children, ...buttons }: Props) => (
  <form onSubmit={onSubmit} noValidate aria-label={label}>
    <Stack>
      {children}
      {problem && <ErrorAlert>{problem}</ErrorAlert>}
      <DialogButtons {...buttons} />
    </Stack>
  </form>
)

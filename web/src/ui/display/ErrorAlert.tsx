import { Alert, type AlertProps } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'

/** Where the buttons stay in view, as in a dialog or the form of a card, the place above them may be scrolled out of view. */
const showInForm = (alert: HTMLElement | null) => {
  if (alert?.closest('[role$="dialog"], form')) alert.scrollIntoView({ block: 'nearest' })
}

/** What went wrong, announced immediately and kept on the page beside what was typed. */
export const ErrorAlert = (props: AlertProps) => (
  <Alert role="alert" color="red" variant="light" icon={<IconAlertCircle aria-hidden />} ref={showInForm} {...props} />
)

/** Something to consider before continuing; it blocks nothing. */
export const WarningAlert = (props: AlertProps) => (
  <Alert role="alert" color="amber" variant="light" icon={<IconAlertTriangle aria-hidden />} {...props} />
)

export const SuccessAlert = (props: AlertProps) => (
  <Alert role="status" color="green" variant="light" icon={<IconCircleCheck aria-hidden />} {...props} />
)

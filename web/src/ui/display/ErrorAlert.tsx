import { Alert, type AlertProps } from '@mantine/core'
import { type Tone, tones } from '../state/tones.tsx'

const show = (alert: HTMLElement | null) => alert?.scrollIntoView({ block: 'nearest' })
/** Where the buttons stay in view, as in a dialog or the form of a card, the place above them may be scrolled out of view. */
const showInForm = (alert: HTMLElement | null) => {
  if (alert?.closest('[role$="dialog"], form')) show(alert)
}

const lookOf = (tone: Tone) => {
  const { icon: Icon, color } = tones[tone]
  return { color, variant: 'light', icon: <Icon aria-hidden /> }
}

/** What went wrong, announced immediately and kept on the page beside what was typed. */
export const ErrorAlert = (props: AlertProps) => (
  <Alert role="alert" {...lookOf('failure')} ref={showInForm} {...props} />
)

/** Something to consider before continuing; it blocks nothing. */
export const WarningAlert = (props: AlertProps) => <Alert role="alert" {...lookOf('warning')} {...props} />

/** It answers a press, whose button may be at the other end of a long form or list. */
export const SuccessAlert = (props: AlertProps) => <Alert role="status" {...lookOf('success')} ref={show} {...props} />

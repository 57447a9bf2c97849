import { VisuallyHidden } from '@mantine/core'
import {
  cloneElement,
  type HTMLAttributes,
  type MouseEvent,
  type ReactElement,
  type RefAttributes,
  Suspense,
  useId,
  useRef,
  useState,
} from 'react'
import { silent } from '../state/absence.tsx'
import { lazyPart } from '../state/lazy-part.tsx'

// Most people may use most buttons: the tooltip that shows the reason loads only if there is one.
const Tooltip = lazyPart(async () => (await import('../display/tooltip-part.ts')).Tooltip, silent)

/** The props of a button that may not be used: it stays focusable, so that its reason can be read. */
export const withheldProps = (reason: string) =>
  reason !== '' && {
    'data-disabled': true,
    'aria-disabled': true,
    onClick: (event: MouseEvent) => event.preventDefault(),
  }

type Button = HTMLAttributes<HTMLButtonElement> & RefAttributes<HTMLButtonElement>
type Props = { reason: string; children: ReactElement<Button> }

/** Tells mouse, keyboard, touch and screen reader users why a button may not be used. The button stays the element it is. */
export const WithheldTooltip = ({ reason, children }: Props) => {
  const target = useRef<HTMLButtonElement>(null)
  const id = useId()
  const [hasFocus, setFocus] = useState(false)
  const described = {
    ref: target,
    onFocus: () => setFocus(true),
    onBlur: () => setFocus(false),
    ...(reason !== '' && { 'aria-describedby': id }),
  }
  return (
    <>
      {cloneElement(children, described)}
      {reason !== '' && (
        <>
          <VisuallyHidden id={id}>{reason}</VisuallyHidden>
          <Suspense>
            <Tooltip label={reason} target={target} multiline maw={280} {...(hasFocus && { opened: true })} />
          </Suspense>
        </>
      )}
    </>
  )
}

import { cloneElement, type ReactElement, type Ref, Suspense, useRef } from 'react'
import { useFirstInteraction } from '../../platform/base/first-interaction.ts'
import { silent } from '../state/absence.tsx'
import { lazyPart } from '../state/lazy-part.tsx'

const Tooltip = lazyPart(async () => (await import('./tooltip-part.ts')).Tooltip, silent)

type Props = { label: string; children: ReactElement<{ ref?: Ref<HTMLElement> }> }

/** A mouse tooltip for an icon. Keyboards and screen readers have its name; the tooltip loads at the first user input. */
export const Hint = ({ label, children }: Props) => {
  const target = useRef<HTMLElement>(null)
  const isNear = useFirstInteraction()
  return (
    <>
      {cloneElement(children, { ref: target })}
      <Suspense>{isNear && <Tooltip label={label} target={target} />}</Suspense>
    </>
  )
}

import { type Ref, type RefObject, useImperativeHandle } from 'react'

type Element = HTMLButtonElement | null
export type ButtonRef = RefObject<Element>

/** Connects a menu or popover that loads later to the button that opens it. */
export const ButtonTarget = ({ button, ref }: { button: ButtonRef; ref?: Ref<Element> }) => {
  useImperativeHandle<Element, Element>(ref, () => button.current, [button])
  return null
}

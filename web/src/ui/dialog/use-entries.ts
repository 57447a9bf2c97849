import { type ChangeEvent, type FocusEvent, type MouseEvent, useEffect, useRef } from 'react'

const isTicked = (field: Element): field is HTMLInputElement =>
  field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)
const isTyped = (field: Element): field is HTMLInputElement | HTMLTextAreaElement =>
  field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type !== 'file')
const contentOf = (field: Element) => {
  if (isTicked(field)) return field.checked
  return isTyped(field) ? field.value : undefined
}

/** Of radio buttons all that belong together: choosing one changes another. */
const partsOf = (field: Element) =>
  field instanceof HTMLInputElement && field.type === 'radio' && field.name !== ''
    ? [...document.querySelectorAll<HTMLInputElement>(`input[type=radio][name="${CSS.escape(field.name)}"]`)]
    : [field]

/** What only changes what a dialog shows. */
const isView = (field: Element) => field.closest('[data-view-only]') !== null

/** An option of a list: choosing it fires no change event. */
const isOption = (target: EventTarget) => target instanceof Element && target.closest('[role=option]') !== null

/** Whether somebody changed what a dialog holds. Fields that are gone, as after a form was sent, do not count. */
export const useEntries = (opened: boolean) => {
  /** What a field held before; undefined for what cannot be compared, such as a file. */
  const before = useRef(new Map<Element, string | boolean | undefined>())
  /** The forms of lists that something was chosen from: such a list may go with the choice. */
  const chosenFor = useRef(new Map<Element, Element | null>())
  const forget = () => {
    before.current.clear()
    chosenFor.current.clear()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it uses only references
  useEffect(() => {
    if (!opened) forget()
  }, [opened])
  const note = (field: Element, value: string | boolean | undefined) => {
    if (!before.current.has(field) && !isView(field)) before.current.set(field, value)
  }
  /** The form goes once it was sent; a field of it may go as soon as something is chosen. */
  const noteChange = (target: Element) => before.current.set(target.closest('form') ?? target, undefined)
  return {
    forget,
    isChanged: () =>
      [...before.current].some(
        ([field, value]) => field.isConnected && (value === undefined || value !== contentOf(field)),
      ) || [...chosenFor.current].some(([field, form]) => !field.isConnected && form?.isConnected),
    listeners: {
      onFocusCapture: ({ target }: FocusEvent) => {
        if (isTyped(target) || isTicked(target)) for (const part of partsOf(target)) note(part, contentOf(part))
      },
      // Not every browser puts the focus on a box that is ticked.
      onChangeCapture: ({ target }: ChangeEvent<Element>) => {
        if (isTicked(target)) note(target, !target.checked)
        else if (!isTyped(target)) noteChange(target)
      },
      onDropCapture: ({ target }: { target: EventTarget }) => {
        if (target instanceof Element) noteChange(target)
      },
      onClickCapture: ({ target }: MouseEvent) => {
        const field = document.activeElement
        if (!isOption(target) || !field || isView(field)) return
        // A list's field holds the name of what is chosen.
        if (isTyped(field)) chosenFor.current.set(field, field.closest('form'))
        else noteChange(field)
      },
    },
  }
}

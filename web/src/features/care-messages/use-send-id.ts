import { useRef } from 'react'

/** One id for one text: sent again after its answer was lost it is the same message, and once changed another one. */
export const useSendId = () => {
  const last = useRef({ of: '', id: '' })
  return {
    idOf: (values: object) => {
      const of = JSON.stringify(values)
      if (last.current.of !== of) last.current = { of, id: crypto.randomUUID() }
      return last.current.id
    },
    /** The same text once more is meant. */
    done: () => {
      last.current = { of: '', id: '' }
    },
  }
}

import { type ResponseOf, verifyFile } from '@fornix/contract'
import { useRef, useState } from 'react'
import { send } from '../../platform/calls/api.ts'
import { bodyOf, statusOf } from '../../platform/http/failure.ts'
import { messages } from './messages.ts'

type Outcome = { answer: ResponseOf<typeof verifyFile> } | { problem: string; mayRetry: boolean }
export type Checked = { name: string; outcome: Outcome | null }

const hashOf = async (file: File) => {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const outcomeOf = async (file: File): Promise<Outcome> => {
  const sha256 = await hashOf(file).catch(() => undefined)
  if (!sha256) return { problem: messages.unreadable, mayRetry: false }
  try {
    return { answer: await send(verifyFile, { body: { sha256 } }) }
  } catch (error) {
    const refusal = statusOf(error) === 429 ? bodyOf(error)?.error : undefined
    return { problem: refusal ?? messages.failed, mayRetry: true }
  }
}

/** Hashes the file in the browser and sends only the hash. */
export const useVerify = () => {
  const [checked, setChecked] = useState<Checked>()
  const file = useRef<File>(undefined)
  const check = async (chosen: File) => {
    file.current = chosen
    setChecked({ name: chosen.name, outcome: null })
    const outcome = await outcomeOf(chosen)
    // A different file may have been chosen meanwhile.
    if (file.current === chosen) setChecked({ name: chosen.name, outcome })
  }
  return { checked, check, again: () => file.current && void check(file.current) }
}

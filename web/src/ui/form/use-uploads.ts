import type { Upload } from '@fornix/contract'
import { useEffect, useRef, useState } from 'react'
import { failureSentence } from '../../platform/http/failure.ts'
import { checkUpload } from './check-upload.ts'
import { pageOf } from './pages.ts'
import { newContent, newItem, type UploadItem } from './upload-item.ts'
import { texts } from './upload-messages.ts'
import { useCurrent } from './use-current.ts'
import { usePageChanges } from './use-page-changes.ts'

/** How a file is sent. The key is the same for every try of the same bytes. */
export type Sending = {
  key: string
  onProgress: (percent: number) => void
  onWaiting: () => void
  signal: AbortSignal
}
export type SendFile = (file: File, sending: Sending) => Promise<unknown>

/** The chosen files, and what is wrong with those that were not taken. */
const useChosen = (rules: Upload, several: boolean) => {
  const { drawn: items, read, change: setItems } = useCurrent<readonly UploadItem[]>([])
  const [problems, setProblems] = useState<readonly string[]>([])
  const patch = (id: string, part: Partial<UploadItem>) =>
    setItems((now) => now.map((item) => (item.id === id ? { ...item, ...part } : item)))
  const find = (id: string) => read().find((item) => item.id === id)
  const remove = (id: string) => setItems((now) => now.filter((item) => item.id !== id))
  /** Nothing is said of what was removed meanwhile. */
  const refuse = (id: string, problem: string) => find(id) && setProblems((now) => [...now, problem])

  const take = async (item: UploadItem, chosen: File, isAlone: boolean) => {
    const page = await pageOf(chosen, rules)
    const file = page?.picture.file ?? chosen
    const wrong = checkUpload(file, rules)
    if (!wrong) return patch(item.id, { ...newContent(file), state: 'ready', pages: page ? [page] : [] })
    refuse(item.id, isAlone ? wrong : texts.refused(chosen.name, wrong))
    remove(item.id)
  }
  const add = async (files: readonly File[]) => {
    const taken = several ? files : files.slice(0, 1)
    const added = taken.map((file) => [newItem(file), file] as const)
    setProblems([])
    setItems((now) => [...(several ? now : []), ...added.map(([item]) => item)])
    await Promise.all(added.map(([item, file]) => take(item, file, taken.length === 1)))
  }

  const begin = (id: string) => {
    setProblems([])
    patch(id, { state: 'preparing', problem: '' })
  }
  const pageActions = usePageChanges(rules, { find, patch, remove, refuse, begin })
  return { items, read, setItems, problems, setProblems, patch, remove, add, ...pageActions }
}

const isWanted = ({ state }: UploadItem) => state !== 'cancelled'
const isMissing = ({ state }: UploadItem) => state !== 'done'
const isMoving = ({ state }: UploadItem) => state === 'sending' || state === 'waiting'

const shareSent = (items: readonly UploadItem[]) => {
  const sizeOf = ({ file }: UploadItem) => file?.size ?? 0
  const all = items.reduce((sum, item) => sum + sizeOf(item), 0)
  const sent = items.reduce((sum, item) => sum + (sizeOf(item) * (item.state === 'done' ? 100 : item.percent)) / 100, 0)
  return all === 0 ? 0 : Math.floor((100 * sent) / all)
}

const abortAll = (running: ReadonlyMap<string, AbortController>) => {
  for (const control of running.values()) control.abort()
}

/** Chosen files from their choice to their arrival. Not `several`: a new choice takes the place of the one before. */
export const useUploads = (rules: Upload, several: boolean) => {
  const { setItems, ...chosen } = useChosen(rules, several)
  const { items, patch, setProblems } = chosen
  const wanted = items.filter(isWanted)
  const missing = wanted.filter(isMissing)
  const running = useRef(new Map<string, AbortController>())
  const [isSending, setIsSending] = useState(false)
  /** Of the files that are being sent one after the other; nobody's who closed the list, or left. */
  const round = useRef<object>(null)
  const stop = () => {
    round.current = null
    abortAll(running.current)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: stops once, when the list is gone
  useEffect(() => stop, [])

  /** Sends one; what hinders it is thrown, and a word of it stands beside the file where `says` gives one. */
  const send = async (item: UploadItem, upload: SendFile, says: (error: unknown) => string) => {
    if (!item.file) return
    const control = new AbortController()
    running.current.set(item.id, control)
    patch(item.id, { state: 'sending', percent: 0, problem: '' })
    try {
      await upload(item.file, {
        key: item.key,
        signal: control.signal,
        onProgress: (percent) => patch(item.id, { state: 'sending', percent }),
        onWaiting: () => patch(item.id, { state: 'waiting' }),
      })
      patch(item.id, { state: 'done' })
    } catch (error) {
      const { aborted } = control.signal
      patch(item.id, { state: aborted ? 'cancelled' : 'ready', percent: 0, problem: aborted ? '' : says(error) })
      throw error
    } finally {
      running.current.delete(item.id)
    }
  }

  /** Sends one after the other; one that fails stops no other. True when all have arrived but those that were canceled before. */
  const sendAll = async (upload: SendFile) => {
    const problem = wanted.length === 0 && checkUpload(undefined, rules)
    setProblems(problem ? [problem] : [])
    let arrived = wanted.length > 0
    setIsSending(true)
    const own = {}
    round.current = own
    for (const item of missing) {
      if (round.current !== own) return false
      await send(item, upload, (error) => failureSentence(error, texts.failed)).catch(() => {
        arrived = false
      })
    }
    setIsSending(false)
    return arrived
  }

  return {
    ...chosen,
    send,
    sendAll,
    cancel: ({ id }: UploadItem) => running.current.get(id)?.abort(),
    /** A canceled one goes along again, the next time that all are sent. */
    include: ({ id }: UploadItem) => patch(id, { state: 'ready' }),
    wanted,
    /** Those that have not arrived yet. */
    missing,
    clear: () => {
      stop()
      setIsSending(false)
      setItems(() => [])
      setProblems([])
    },
    clearDone: () => setItems((now) => now.filter(({ state }) => state !== 'done')),
    isSending: isSending || items.some(isMoving),
    isPreparing: items.some(({ state }) => state === 'preparing'),
    percent: shareSent(wanted),
    rules,
    several,
  }
}
export type Uploads = ReturnType<typeof useUploads>

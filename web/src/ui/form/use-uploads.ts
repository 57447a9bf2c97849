import type { Upload } from '@fornix/contract'
import { useEffect, useRef, useState } from 'react'
import { refusalOf } from '../../platform/http/failure.ts'
import { translated } from '../../platform/language/t.ts'
import { checkUpload } from './check-upload.ts'
import { fileOfPages, type Page, pageOf } from './pages.ts'
import { texts } from './upload-messages.ts'

/** How a file is sent. The key is the same for every try of the same bytes. */
export type Sending = {
  key: string
  onProgress: (percent: number) => void
  onWaiting: () => void
  signal: AbortSignal
}
export type SendFile = (file: File, sending: Sending) => Promise<unknown>

export type UploadItem = {
  id: string
  name: string
  /** What will be sent; missing while it is made. */
  file?: File | undefined
  /** Photos, in their order; none for any other file. */
  pages: readonly Page[]
  key: string
  state: 'preparing' | 'ready' | 'sending' | 'waiting' | 'done' | 'cancelled'
  percent: number
  problem: string
}

const newItem = ({ name }: File): UploadItem => ({
  id: crypto.randomUUID(),
  name,
  pages: [],
  key: '',
  state: 'preparing',
  percent: 0,
  problem: '',
})

/** The chosen files, and what is wrong with those that were not taken. */
const useChosen = (rules: Upload, several: boolean) => {
  const [items, setItems] = useState<readonly UploadItem[]>([])
  const [problems, setProblems] = useState<readonly string[]>([])
  const patch = (id: string, part: Partial<UploadItem>) =>
    setItems((now) => now.map((item) => (item.id === id ? { ...item, ...part } : item)))
  const remove = (id: string) => setItems((now) => now.filter((item) => item.id !== id))
  const refuse = (problem: string) => setProblems((now) => [...now, problem])

  const take = async (item: UploadItem, chosen: File, isAlone: boolean) => {
    const page = await pageOf(chosen, rules)
    const file = page?.picture.file ?? chosen
    const wrong = checkUpload(file, rules)
    if (!wrong) return patch(item.id, { ...ready(file), pages: page ? [page] : [] })
    remove(item.id)
    refuse(isAlone ? wrong : texts.refused(chosen.name, wrong))
  }
  const add = async (files: readonly File[]) => {
    const taken = several ? files : files.slice(0, 1)
    const added = taken.map((file) => [newItem(file), file] as const)
    setProblems([])
    setItems((now) => [...(several ? now : []), ...added.map(([item]) => item)])
    await Promise.all(added.map(([item, file]) => take(item, file, taken.length === 1)))
  }

  /** Photos were added, turned or removed: what is sent is made anew. */
  const setPages = async ({ id, state }: UploadItem, change: () => Promise<readonly Page[]>) => {
    if (state === 'preparing') return
    setProblems([])
    patch(id, { state: 'preparing', problem: '' })
    const { pages, file } = await fileOfPages(await change(), rules.maxBytes)
    const problem = checkUpload(file, rules) ?? ''
    patch(id, { ...(file && ready(file)), pages, problem })
  }
  const pageActions = {
    addPages: (item: UploadItem, files: readonly File[]) =>
      setPages(item, async () => {
        const added = await Promise.all(files.map((file) => pageOf(file, rules)))
        for (const [at, file] of files.entries())
          if (!added[at]) refuse(texts.refused(file.name, translated(rules.wrongType)))
        return [...item.pages, ...added.filter((page) => page !== undefined)]
      }),
    turnPage: (item: UploadItem, page: Page) =>
      setPages(item, async () => {
        const turned = await pageOf(page.source, rules, (page.turns + 1) % 4)
        return item.pages.map((other) => (other === page && turned ? { ...turned, id: page.id } : other))
      }),
    removePage: (item: UploadItem, page: Page) =>
      setPages(item, async () => item.pages.filter((other) => other !== page)),
  }
  return { items, setItems, problems, setProblems, patch, remove, add, ...pageActions }
}

/** Other bytes are another upload. */
const ready = (file: File) => ({ file, name: file.name, key: crypto.randomUUID(), state: 'ready' as const })

const isWanted = ({ state }: UploadItem) => state !== 'cancelled'
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
    const missing = wanted.length === 0 && checkUpload(undefined, rules)
    setProblems(missing ? [missing] : [])
    let arrived = wanted.length > 0
    setIsSending(true)
    const own = {}
    round.current = own
    for (const item of wanted.filter(({ state }) => state !== 'done')) {
      if (round.current !== own) return false
      await send(item, upload, (error) => refusalOf(error)?.error ?? texts.failed).catch(() => {
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
    clear: () => {
      stop()
      setIsSending(false)
      setItems([])
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

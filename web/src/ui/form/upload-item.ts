import type { Page } from './pages.ts'

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

export const newItem = ({ name }: File): UploadItem => ({
  id: crypto.randomUUID(),
  name,
  pages: [],
  key: '',
  state: 'preparing',
  percent: 0,
  problem: '',
})

/** Other bytes are another upload. */
export const newContent = (file: File) => ({ file, name: file.name, key: crypto.randomUUID() })

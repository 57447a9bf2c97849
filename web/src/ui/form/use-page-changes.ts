import type { Upload } from '@fornix/contract'
import { useRef } from 'react'
import { translated } from '../../platform/language/t.ts'
import { checkUpload } from './check-upload.ts'
import { fileOfPages, type Page, pageOf } from './pages.ts'
import { newContent, type UploadItem } from './upload-item.ts'
import { texts } from './upload-messages.ts'

type Change = (pages: readonly Page[]) => Promise<readonly Page[]>
type Chosen = {
  find: (id: string) => UploadItem | undefined
  patch: (id: string, part: Partial<UploadItem>) => void
  remove: (id: string) => void
  refuse: (id: string, problem: string) => void
  begin: (id: string) => void
}

/** Photos are added, turned or removed, and what is sent is made anew: one change after the other, each of what the last one left. */
export const usePageChanges = (rules: Upload, { find, patch, remove, refuse, begin }: Chosen) => {
  const last = useRef(new Map<string, Promise<string>>())
  const problemOf = (file: File | undefined, failed: string) =>
    [failed, checkUpload(file, rules)].filter(Boolean).join(' ')

  /** What one change could not do stays said where those after it succeed. */
  const make = async (id: string, change: Change, failedBefore: string) => {
    const item = find(id)
    if (!item) return ''
    try {
      const { pages, file } = await fileOfPages(await change(item.pages), rules.maxBytes)
      if (file) patch(id, { ...newContent(file), pages, problem: problemOf(file, failedBefore) })
      else remove(id)
      return failedBefore
    } catch {
      patch(id, { problem: problemOf(item.file, texts.pagesFailed) })
      return texts.pagesFailed
    }
  }
  const setPages = async (id: string, change: Change) => {
    begin(id)
    const own = (last.current.get(id) ?? Promise.resolve('')).then((failed) => make(id, change, failed))
    last.current.set(id, own)
    await own
    if (last.current.get(id) !== own) return
    last.current.delete(id)
    patch(id, { state: 'ready' })
  }
  return {
    addPages: ({ id }: UploadItem, files: readonly File[]) =>
      setPages(id, async (pages) => {
        const added = await Promise.all(files.map((file) => pageOf(file, rules)))
        for (const [at, file] of files.entries())
          if (!added[at]) refuse(id, texts.refused(file.name, translated(rules.wrongType)))
        return [...pages, ...added.filter((page) => page !== undefined)]
      }),
    turnPage: ({ id }: UploadItem, { id: turnedId }: Page) =>
      setPages(id, (pages) =>
        Promise.all(
          pages.map(async (page) => {
            if (page.id !== turnedId) return page
            const turned = await pageOf(page.source, rules, (page.turns + 1) % 4)
            if (!turned) throw new Error('The picture can no longer be read')
            return { ...turned, id: page.id }
          }),
        ),
      ),
    removePage: ({ id }: UploadItem, removed: Page) =>
      setPages(id, async (pages) => pages.filter((page) => page.id !== removed.id)),
  }
}

import { vi } from 'vitest'
import type { Served } from './serve.ts'

export type SentFiles = {
  /** As in the names of the answers: "POST /path/". */
  call: string
  headers: Headers
  body: unknown
  /** Reports how many bytes were sent. */
  progress: (loaded: number, total: number) => void
  /** True once the page has aborted it. */
  aborted: () => boolean
}
type ServedCalls = Record<string, Served | ((sent: SentFiles) => Served | Promise<Served>)>

/** Stands in for the network for uploads with progress, as `serve` does for all else; returns a list of what was sent. */
export const serveUploads = (answers: ServedCalls) => {
  const sent: SentFiles[] = []
  class FakeRequest {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
    onload = () => {}
    onerror = () => {}
    onabort = () => {}
    status = 0
    responseText = ''
    #call = ''
    #sent = new Headers()
    #answered = new Headers()
    #isAborted = false

    open(method: string, address: string) {
      this.#call = `${method} ${new URL(address, location.origin).pathname}`
    }
    setRequestHeader(name: string, value: string) {
      this.#sent.set(name, value)
    }
    getResponseHeader(name: string) {
      return this.#answered.get(name)
    }
    abort() {
      this.#isAborted = true
      this.onabort()
    }
    async send(body: unknown) {
      const files: SentFiles = {
        call: this.#call,
        headers: this.#sent,
        body,
        progress: (loaded, total) => this.upload.onprogress?.({ loaded, total }),
        aborted: () => this.#isAborted,
      }
      sent.push(files)
      const found = answers[this.#call] ?? [404, {}]
      const answer = await (typeof found === 'function' ? found(files) : found)
      if (this.#isAborted) return
      if (answer === 'no network') return this.onerror()
      const response = answer instanceof Response ? answer : Response.json(answer[1], { status: answer[0] })
      this.#answered = response.headers
      this.status = response.status
      this.responseText = await response.text()
      this.onload()
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  return sent
}

/** The fields of a submitted form, files by name. */
export const fieldsOf = (body: unknown) =>
  body instanceof FormData
    ? [...body].map(([name, value]) => [name, value instanceof File ? value.name : value])
    : undefined

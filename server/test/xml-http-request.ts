/** As much of a browser's XMLHttpRequest as programs for browsers need to run in Node. */
export class XmlHttpRequest {
  readyState = 0
  status = 0
  responseType = ''
  response: unknown = null
  withCredentials = false
  onreadystatechange: (() => void) | null = null
  private address = ''
  private method = ''
  private readonly headers = new Headers()
  private answered = new Headers()

  open(method: string, address: string) {
    this.method = method.toUpperCase()
    this.address = address
  }
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value)
  }
  getResponseHeader(name: string) {
    return this.answered.get(name)
  }
  getAllResponseHeaders() {
    return [...this.answered].map(([name, value]) => `${name}: ${value}\r\n`).join('')
  }
  send(body?: ArrayBuffer | Uint8Array<ArrayBuffer>) {
    void this.exchange(body)
  }
  private async exchange(body?: ArrayBuffer | Uint8Array<ArrayBuffer>) {
    const { method, headers, responseType } = this
    const answer = await fetch(this.address, { method, headers, ...(body && { body }) })
    this.status = answer.status
    this.answered = answer.headers
    const bytes = await answer.arrayBuffer()
    const text = () => new TextDecoder().decode(bytes)
    if (responseType === 'arraybuffer') this.response = bytes
    else this.response = responseType === 'json' ? JSON.parse(text() || 'null') : text()
    this.readyState = 4
    this.onreadystatechange?.()
  }
}

import { readFileSync } from 'node:fs'

const program = new URL('dcm2niix.jpeg.js', import.meta.resolve('@niivue/dcm2niix'))

type FileSystem = {
  mkdir: (path: string) => void
  createDataFile: (folder: string, name: string, bytes: Uint8Array, canRead: boolean, canWrite: boolean) => void
  readdir: (path: string) => string[]
  readFile: (path: string) => Uint8Array<ArrayBuffer>
}
type Converter = { FS: FileSystem; callMain: (args: string[]) => number }

/** The real converter, in place of a browser's worker. */
export class RealConverter {
  onmessage: (event: { data: object }) => void = () => undefined
  constructor() {
    queueMicrotask(() => this.onmessage({ data: { type: 'ready' } }))
  }
  addEventListener() {}
  async postMessage({ fileList, cmd }: { fileList: { file: File }[]; cmd: string[] }) {
    const module: { default: (setting: object) => Promise<Converter> } = await import(program.href)
    const wasmBinary = readFileSync(new URL('dcm2niix.jpeg.wasm', program))
    const { FS, callMain } = await module.default({ wasmBinary, print: () => undefined, printErr: () => undefined })
    for (const name of ['/in', '/out']) FS.mkdir(name)
    for (const { file } of fileList)
      FS.createDataFile('/in', file.name, new Uint8Array(await file.arrayBuffer()), true, true)
    const exitCode = callMain(['-o', '/out', ...cmd, '/in'])
    const names = FS.readdir('/out').filter((name) => !name.startsWith('.'))
    const convertedFiles = names.map((name) => new File([FS.readFile(`/out/${name}`)], name))
    this.onmessage({ data: { convertedFiles, exitCode } })
  }
}

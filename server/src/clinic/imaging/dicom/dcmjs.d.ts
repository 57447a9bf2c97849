// The parts of dcmjs in use; it comes without types.
declare module 'dcmjs' {
  export type DicomElement = { vr: string; Value?: unknown[]; _rawValue?: unknown }
  export type DicomDataset = Record<string, DicomElement>
  class DicomDict {
    constructor(meta: DicomDataset)
    meta: DicomDataset
    dict: DicomDataset
    write(): ArrayBuffer
  }
  const dcmjs: {
    data: {
      DicomDict: typeof DicomDict
      ReadBufferStream: { prototype: { setDecoder(decoder: TextDecoder): void } }
      DicomMessage: { readFile(bytes: ArrayBuffer, options?: { ignoreErrors?: boolean; untilTag?: string }): DicomDict }
      DicomMetaDictionary: {
        dictionary: Record<string, { vr: string } | undefined>
        nameMap: Record<string, { tag: string } | undefined>
        denaturalizeDataset(dataset: Record<string, unknown>): DicomDataset
      }
    }
    log: { setLevel(level: string): void }
  }
  export default dcmjs
}

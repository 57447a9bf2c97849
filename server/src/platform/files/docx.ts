import { refuse, type TypeCheck } from './unsupported-type.ts'
import { zipCheck } from './zip.ts'

/** A zip with a document in it, and no macros or embedded programs. */
export const docxCheck = (): TypeCheck =>
  zipCheck((names) => {
    if (!names.has('[Content_Types].xml') || !names.has('word/document.xml')) refuse('docx: no document')
    if ([...names].some((name) => /vbaProject|vbaData|activeX\/|embeddings\//i.test(name)))
      refuse('docx: active content')
  })

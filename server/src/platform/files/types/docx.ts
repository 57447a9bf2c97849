import { SaxesParser } from 'saxes'
import { refuse, UnsupportedType } from './unsupported-type.ts'
import { checkZip } from './zip.ts'

const active = (what: string) => refuse(`docx: ${what}`, 'activeDocx')

/** Relationships (ECMA-376 part 2, 9.3) to programs and other documents, by the last word of their type. */
const activeTypes = new Set([
  'vbaProject',
  'oleObject',
  'control',
  'activeXControlBinary',
  'aFChunk',
  'subDocument',
  'frame',
])
/** Word records the template's path on the author's own disk; a template from elsewhere is fetched, and may contain macros. */
const ownDisk = /^file:\/{3}[a-z]:/i

/** A ZIP containing a document, without macros, embedded programs or external content, whatever their parts are called. */
export const checkDocx = async (bytes: Buffer) => {
  const isKept = (name: string) => name.endsWith('.rels') || name === '[Content_Types].xml'
  const { names, kept } = await checkZip(bytes, ({ fileName }) => isKept(fileName))
  if (!names.has('[Content_Types].xml') || !names.has('word/document.xml')) refuse('docx: no document')
  if ([...names].some((name) => /vbaProject|vbaData|activeX\/|embeddings\//i.test(name))) active('active parts')
  for (const part of kept.values()) checkPart(part)
}

const checkPart = (part: Buffer) => {
  const parser = new SaxesParser({ xmlns: true })
  parser.on('doctype', () => refuse('docx: a document type'))
  parser.on('opentag', ({ local, attributes }) => {
    const value = (name: string) => attributes[name]?.value ?? ''
    if (/macroEnabled|vbaProject/i.test(value('ContentType'))) active('macros')
    if (local === 'Relationship')
      checkRelation(value('Type').split('/').at(-1) ?? '', value('TargetMode'), value('Target'))
  })
  try {
    parser.write(new TextDecoder('utf-8', { fatal: true }).decode(part)).close()
  } catch (error) {
    throw error instanceof UnsupportedType
      ? error
      : new UnsupportedType({ reason: 'docx: unreadable' }, { cause: error })
  }
}

const checkRelation = (type: string, mode: string, target: string) => {
  if (activeTypes.has(type)) active(type)
  const isTemplate = type === 'attachedTemplate' && ownDisk.test(target)
  if (mode.trim().toLowerCase() === 'external' && type !== 'hyperlink' && !isTemplate) active(`an outside ${type}`)
}

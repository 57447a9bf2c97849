import { type DicomElement, dicomFile, type Uids } from './dicom-writer.ts'

const classes = {
  basic: '1.2.840.10008.5.1.4.1.1.88.11',
  enhanced: '1.2.840.10008.5.1.4.1.1.88.22',
  comprehensive: '1.2.840.10008.5.1.4.1.1.88.33',
  keyObjects: '1.2.840.10008.5.1.4.1.1.88.59',
  dose: '1.2.840.10008.5.1.4.1.1.88.67',
} as const
const mrImage = '1.2.840.10008.5.1.4.1.1.4'

type Relation =
  | 'CONTAINS'
  | 'HAS OBS CONTEXT'
  | 'HAS CONCEPT MOD'
  | 'HAS PROPERTIES'
  | 'INFERRED FROM'
  | 'SELECTED FROM'
type Code = [value: string, scheme: string, meaning: string]
/** One content item: how it belongs to the one above, what it is called, its value, and what belongs to it. */
export type ContentItem = {
  relation?: Relation
  name?: Code
  value: DicomElement[]
  type: string
  items?: ContentItem[]
}

const words = (text: string) => Buffer.from(text.length % 2 === 0 ? text : `${text} `)
/** UTF-8, which the writer of files does not write by itself. */
const utf8 = (text: string) => {
  const bytes = Buffer.from(text)
  return bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.from(' ')])
}
const code = ([value, scheme, meaning]: Code): DicomElement[] => [
  [0x00080100, 'SH', words(value)],
  [0x00080102, 'SH', words(scheme)],
  [0x00080104, 'LO', utf8(meaning)],
]

export const local = (meaning: string): Code => [`C${meaning.length}`, '99TEST', meaning]
const item =
  (type: string, value: DicomElement[]) =>
  (name: string, more: Partial<ContentItem> = {}): ContentItem => ({ type, value, name: local(name), ...more })

export const container = (name: string, ...items: ContentItem[]) =>
  item('CONTAINER', [[0x0040a050, 'CS', 'SEPARATE']])(name, { items })
export const text = (name: string, value: string, more?: Partial<ContentItem>) =>
  item('TEXT', [[0x0040a160, 'UT', utf8(value)]])(name, more)
export const coded = (name: string, meaning: string, more?: Partial<ContentItem>) =>
  item('CODE', [[0x0040a168, 'SQ', [code(local(meaning))]]])(name, more)
export const num = (name: string, value: string, unit: Code, more?: Partial<ContentItem>) =>
  item('NUM', [
    [
      0x0040a300,
      'SQ',
      [
        [
          [0x004008ea, 'SQ', [code(unit)]],
          [0x0040a30a, 'DS', value],
        ],
      ],
    ],
  ])(name, more)
export const person = (name: string, value: string, more?: Partial<ContentItem>) =>
  item('PNAME', [[0x0040a123, 'PN', utf8(value)]])(name, more)
export const date = (name: string, value: string) => item('DATE', [[0x0040a121, 'DA', value]])(name)
export const time = (name: string, value: string) => item('TIME', [[0x0040a122, 'TM', value]])(name)
export const dateTime = (name: string, value: string) => item('DATETIME', [[0x0040a120, 'DT', value]])(name)
export const uid = (name: string, value: string) => item('UIDREF', [[0x0040a124, 'UI', value]])(name)
export const image = (name: string, instance: string, more?: Partial<ContentItem>, frames?: string): ContentItem => {
  const reference: DicomElement[] = [
    [0x00081150, 'UI', mrImage],
    [0x00081155, 'UI', instance],
    ...(frames === undefined ? [] : ([[0x00081160, 'IS', frames]] as DicomElement[])),
  ]
  return item('IMAGE', [[0x00081199, 'SQ', [reference]]])(name, more)
}
export const region = (name: string, more?: Partial<ContentItem>) =>
  item('SCOORD', [
    [0x00700022, 'FL', Buffer.alloc(16)],
    [0x00700023, 'CS', 'POLYLINE'],
  ])(name, more)

const elementsOf = (
  { relation = 'CONTAINS', name, type, value, items = [] }: ContentItem,
  isRoot = false,
): DicomElement[] =>
  [
    ...(isRoot ? [] : ([[0x0040a010, 'CS', relation]] as DicomElement[])),
    [0x0040a040, 'CS', type] as DicomElement,
    ...(name ? ([[0x0040a043, 'SQ', [code(name)]]] as DicomElement[]) : []),
    ...value,
    ...(items.length > 0 ? ([[0x0040a730, 'SQ', items.map((child) => elementsOf(child))]] as DicomElement[]) : []),
  ].toSorted(([one], [other]) => one - other)

type Report = {
  uids: Uids
  kind: keyof typeof classes
  title: Code
  items: ContentItem[]
  more?: DicomElement[]
  patient?: string
}

/** A structured report with a content tree. */
export const reportFile = ({ uids, kind, title, items, more = [], patient }: Report) => {
  const isKeyObjects = kind === 'keyObjects'
  const root: ContentItem = { type: 'CONTAINER', name: title, value: [[0x0040a050, 'CS', 'SEPARATE']], items }
  return dicomFile({
    uids,
    sopClass: classes[kind],
    modality: isKeyObjects ? 'KO' : 'SR',
    ...(patient !== undefined && { patient }),
    more: [
      [0x00080005, 'CS', 'ISO_IR 192'],
      [0x00080020, 'DA', '20260910'],
      [0x00080023, 'DA', '20260911'],
      [0x00080030, 'TM', '101530'],
      [0x00080033, 'TM', '101530'],
      [0x00080050, 'SH', ''],
      [0x00080070, 'LO', 'Maker'],
      [0x00080090, 'PN', ''],
      [0x00081111, 'SQ', []],
      [0x00100030, 'DA', '19900214'],
      [0x00100040, 'CS', 'F'],
      [0x00200010, 'SH', ''],
      [0x00200011, 'IS', '5'],
      ...(isKeyObjects
        ? []
        : ([
            [0x0040a372, 'SQ', []],
            [0x0040a491, 'CS', 'COMPLETE'],
            [0x0040a493, 'CS', 'UNVERIFIED'],
          ] as DicomElement[])),
      ...elementsOf(root, true),
      ...more,
    ],
  })
}

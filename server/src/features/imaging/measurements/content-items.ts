/** Value, scheme and meaning of a code. */
export type Code = readonly [value: string, scheme: string, meaning: string]
/** By the dictionary's keywords, as dcmjs writes them. */
export type Keywords = Record<string, unknown>

export const codeOf = ([CodeValue, CodingSchemeDesignator, CodeMeaning]: Code) => [
  { CodeValue, CodingSchemeDesignator, CodeMeaning },
]

type Relation = 'CONTAINS' | 'HAS OBS CONTEXT' | 'HAS CONCEPT MOD' | 'INFERRED FROM' | 'SELECTED FROM'
const item = (
  RelationshipType: Relation,
  ValueType: string,
  name: Code | undefined,
  value: Keywords,
  within: Keywords[] = [],
): Keywords => ({
  RelationshipType,
  ValueType,
  ...(name && { ConceptNameCodeSequence: codeOf(name) }),
  ...value,
  ...(within.length > 0 && { ContentSequence: within }),
})

/** The items of a content tree (PS3.3 C.17.3), each with its relation to its parent. */
export const code = (relation: Relation, name: Code, value: Code, within: Keywords[] = []) =>
  item(relation, 'CODE', name, { ConceptCodeSequence: codeOf(value) }, within)
export const text = (relation: Relation, name: Code, TextValue: string) => item(relation, 'TEXT', name, { TextValue })
export const uid = (relation: Relation, name: Code, UID: string) => item(relation, 'UIDREF', name, { UID })
export const person = (relation: Relation, name: Code, PersonName: string) =>
  item(relation, 'PNAME', name, { PersonName })

/** A template of PS3.16. */
export const ofTemplate = (TemplateIdentifier: string) => [{ MappingResource: 'DCMR', TemplateIdentifier }]
export const container = (name: Code, within: Keywords[], template?: string) =>
  item(
    'CONTAINS',
    'CONTAINER',
    name,
    {
      ContinuityOfContent: 'SEPARATE',
      ...(template && { ContentTemplateSequence: ofTemplate(template) }),
    },
    within,
  )

/** A decimal string has at most 16 characters (PS3.5 6.2). */
const decimal = (value: number) => String(Number(value.toPrecision(9)))
export const measured = (name: Code, value: number, unit: Code, within: Keywords[] = []) =>
  item(
    'CONTAINS',
    'NUM',
    name,
    { MeasuredValueSequence: [{ NumericValue: decimal(value), MeasurementUnitsCodeSequence: codeOf(unit) }] },
    within,
  )

type Drawn = { type: 'POLYLINE' | 'ELLIPSE'; points: readonly { x: number; y: number }[]; picture: Keywords }
/** A picture's points in columns and rows, from the corner of the first pixel (PS3.3 C.18.6.1). */
export const coordinates = (relation: 'CONTAINS' | 'INFERRED FROM', { type, points, picture }: Drawn, name?: Code) =>
  item(relation, 'SCOORD', name, { GraphicType: type, GraphicData: points.flatMap(({ x, y }) => [x, y]) }, [
    item('SELECTED FROM', 'IMAGE', undefined, { ReferencedSOPSequence: [picture] }),
  ])

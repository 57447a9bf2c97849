/** What a line of the matrix says of the portal. `operator` is for the clinic that runs it. */
export const results = ['met', 'partly', 'missing', 'operator', 'does not apply'] as const
export type Result = (typeof results)[number]

/** A test by its file and the beginning of its title. */
type Test = readonly [file: string, title: string]
/** A text that has to stand in a document or a script. */
type Text = readonly [file: string, text: string]

/** Where something is done, and what shows that it is. */
export type Proof = { where: string[]; tests?: Test[]; texts?: Text[] }

/** One requirement: its number in the standard, and what it asks for in a sentence of ours. */
export type Line = { id: string; says: string; result: Result; note?: string; proofs: Proof[] }

type Section = { title: string; lines: Line[] }

export type Standard = {
  name: string
  /** What the numbers are of, and where the standard itself can be read. */
  about: string
  parts: Section[]
  /** Every number that must have a line; without it the lines are the author's choice. */
  ids?: readonly string[]
}

export const met = (id: string, says: string, ...proofs: Proof[]): Line => ({ id, says, result: 'met', proofs })

const noted =
  (result: Result) =>
  (id: string, says: string, note: string, ...proofs: Proof[]): Line => ({ id, says, result, note, proofs })

export const partly = noted('partly')
export const missing = noted('missing')
export const operator = noted('operator')
export const notOurs = noted('does not apply')

/** A chapter of a standard. */
export const section = (title: string, lines: Line[]): Section => ({ title, lines })

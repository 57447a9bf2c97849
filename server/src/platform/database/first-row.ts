/** The row of a statement that always has one. */
export const firstRow = <Row>([row]: readonly Row[]): Row => {
  if (row === undefined) throw new Error('A statement that has a row came without')
  return row
}

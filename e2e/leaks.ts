/** What the journeys type, and what the demo's people are called. None of it belongs into a log or a metric. */
const typed = [
  'Quiet Lane',
  'Loud Lane',
  'Elm Street',
  'Lantern-fish',
  'Demo-portal',
  'Rivera',
  'Somerville',
  'Quincy',
  'Salem',
  'Nadia',
  'Tilda',
  'Greta',
  'Taxi to',
  'Where may I park',
  'sister come along',
  'Typed with care',
  'Half a sentence',
  'neurologist',
  'None known',
  '61755501',
]
/** Also in the form that it has in an address. */
const mailAddress = String.raw`[\w.+-]+(?:@|%40)[\w.-]+\.example`
const pattern = new RegExp([...typed, mailAddress].join('|'), 'g')

/** The lines in which something of it stands. The sentences that the demo greets with are indented, and name its accounts. */
export const leaksIn = (output: string) =>
  output
    .split('\n')
    .filter((line) => !line.startsWith('  '))
    .filter((line) => line.match(pattern))
    .slice(0, 20)

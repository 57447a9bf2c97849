/** What is said of a mailed link that does not work. */
export const linkProblem = {
  used: 'This link has already been used. Please ask for a new one.',
  expired: 'This link has expired. Please ask for a new one.',
  unknown: 'This link is not valid. Please ask for a new one.',
}

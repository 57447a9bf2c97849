/** What only staff read. */
export const staffMessages = {
  closing: {
    wants: 'This patient wants to close the account',
    howTo: (day: string) =>
      `Asked on ${day}. To close the account, delete the record from its menu; it is kept for as long as the project’s rules say. If that is not possible yet, decline and say why.`,
    theirReason: (reason: string) => `Reason: ${reason}`,
    decline: 'Decline',
    declineTitle: 'Decline the request to close the account',
    answer: 'What should the patient know?',
    answerHint: 'The patient reads this on the account page, and gets an email that there is an answer.',
    declineFailed: 'The answer could not be saved. Please try again.',
  },
} as const

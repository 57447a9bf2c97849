/** The texts of staff feedback. Sentences of the specification are word for word. */
export const messages = {
  title: 'Feedback',
  lead: 'Tell us what works for you in the portal and what does not. Please do not include anything about patients.',
  listLead: 'What staff say about the portal, newest first.',
  fields: { feedback_type: 'Feedback type', feedback_comments: 'Comments', experience: 'Your experience' },
  choose: 'Choose a type',
  experiences: { happy: 'Happy', sad: 'Sad' },
  submit: 'Submit',
  ok: 'Okay',
  thanks: 'Thank You!',
  sent: 'Your feedback has been submitted successfully!',
  status: (status: number) => `Failed to save feedback. Status: ${status}`,
  error: 'An error occurred while saving the feedback. Please try again.',
  fetchFailed: 'The feedback could not be loaded.',
  empty: 'No feedback yet',
  emptyHint: 'Staff can give feedback from the icon at the top right.',
  columns: { date: 'Date', name: 'Name', role: 'Role', type: 'Type', experience: 'Experience', comments: 'Comments' },
} as const

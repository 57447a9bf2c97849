export type StandardTemplate = { template_id: string; name: string; subject: string; message: string }

const closing = `If you have any questions, reply to this email or call us at {{project_phone}}.

Kind regards,
{{sender_name}}
{{project_name}}`

const letter = (name: string, subject: string, text: string): StandardTemplate => ({
  template_id: name.toLowerCase().replaceAll(' ', '-'),
  name,
  subject,
  message: `Dear {{first_name}},\n\n${text}\n\n${closing}`,
})

/** Plain text; contract/src/email-template.ts says what goes in double braces. With a new project's hours they read as specified. */
export const standardTemplates: readonly StandardTemplate[] = [
  letter(
    'Scheduling',
    'Choose a time for your scan at {{project_name}}',
    `Thank you for your interest. We would like to find a time for your scan.

Sessions take place {{session_hours}}. Sign in to your portal and open the Appointments page to choose a time that suits you, or reply to this email with two or three times and we will book one for you.

Please plan about an hour for your visit. As a thank-you for your time you will receive a $50 gift certificate after the session.`,
  ),
  letter(
    'Confirmation',
    'Your scan on {{appointment_date}} is confirmed',
    `Your scan is booked for {{appointment_date}} at {{appointment_time}}.

Please arrive 10-15 minutes early, so that we can go through the safety questions without rushing. Leave watches, keys, cards, and jewelry at home if you can; we have a locker for everything else. You may eat, drink, and take your medications as usual, and you may bring someone with you.

After the session you will receive your $50 gift certificate.

If you cannot come, please let us know as early as possible. Sessions take place {{session_hours}}, and we will be happy to find another time.`,
  ),
  letter(
    'Reminder',
    'Reminder: your scan on {{appointment_date}} at {{appointment_time}}',
    `This is a reminder of your scan on {{appointment_date}} at {{appointment_time}}.

Please arrive 10-15 minutes early. If anything has changed since you filled in your medical information, in particular a new implant, a surgery, or a pregnancy, please tell us before you come.

If you need another time, you can reschedule the appointment in your portal or reply to this email.`,
  ),
  letter(
    'Decline',
    'About your participation at {{project_name}}',
    `Thank you for your interest and for the time that you gave us.

We have looked at your information carefully, and we are not able to offer you a scan at this time. This is about the conditions of our current program and says nothing about your health. Please continue any care that you receive from your own physician.

If your situation changes, or if you would like us to look again, we are glad to hear from you.`,
  ),
  letter(
    'Criteria check',
    'A few questions before your scan',
    `Before we can book your scan we need to make sure that it is safe and suitable for you. Please answer the MRI safety questions in your portal:

{{mr_safety_link}}

Please do not send these answers by email: the portal keeps them private.

Once we have your answers we will write to you about a time. Sessions take place {{session_hours}}.`,
  ),
  letter(
    'Rescheduling',
    'Your scan needs another time',
    `Your scan on {{appointment_date}} at {{appointment_time}} cannot take place as planned. We are sorry for the inconvenience.

Please choose another time on the Appointments page of your portal, or reply to this email with two or three times that suit you. Sessions take place {{session_hours}}. Your $50 gift certificate is not affected.

As before, please arrive 10-15 minutes early.`,
  ),
  letter(
    'Enrollment invitation',
    'You are invited to take part at {{project_name}}',
    `We would like to invite you to take part in our brain imaging program.

What it involves: one session of about an hour with a portable MRI scanner. It uses no X-rays, there is no injection, and you can stop at any time.
When: {{session_hours}}, at a time that you choose. Please arrive 10-15 minutes early.
What you receive: a $50 gift certificate as a thank-you for your time, and the option to see your images in your portal.

Taking part is voluntary, and your care does not depend on it. If you would like to take part, or to know more first, simply reply to this email.`,
  ),
  letter(
    'Thank you',
    'Thank you for your visit',
    `Thank you for coming to your scan. Your time makes a difference.

Your $50 gift certificate is on its way to you by email; please tell us if it has not arrived within five business days. When your images are ready, you can ask for them in your portal.

We would be grateful for a few words about your visit: the short survey in your portal takes about two minutes.`,
  ),
  letter(
    'Follow-up',
    'How are you doing since your scan?',
    `We hope that you are well since your visit. We would like to hear how you have been, and whether anything about the session could have been better.

If you are due for a follow-up scan, you can choose a time on the Appointments page of your portal. Sessions take place {{session_hours}}; please arrive 10-15 minutes early. You will receive a $50 gift certificate for each session.`,
  ),
]

import type { SettingsValues } from '@fornix/contract'
import { ActionIcon, Button, Fieldset, NumberInput, Stack, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { EmailField } from '../../ui/form/EmailField.tsx'
import { messages } from './messages.ts'
import classes from './project-settings.module.css'

const { fields } = messages
type Props = { form: UseFormReturnType<SettingsValues> }

const SocialLinks = ({ form }: Props) => (
  <Fieldset variant="unstyled" legend={fields.social} className={classes.social}>
    <ul className={classes.links}>
      {form.values.social.map(({ name }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the list; what it holds is being typed
        <li key={n} className={classes.link}>
          <TextInput label={messages.linkName} {...form.getInputProps(`social.${n}.name`)} />
          <TextInput label={messages.linkUrl} type="url" inputMode="url" {...form.getInputProps(`social.${n}.url`)} />
          <ActionIcon
            variant="subtle"
            color="red"
            size={36}
            aria-label={messages.removeLink(name)}
            onClick={() => form.removeListItem('social', n)}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
    <Button
      mt="sm"
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => form.insertListItem('social', { name: '', url: 'https://' })}
    >
      {messages.addLink}
    </Button>
  </Fieldset>
)

/** An error in one entry is shown for the whole list. */
const listProps = (form: Props['form'], name: 'blocked_email_domains' | 'patient_id_issuers') => {
  const wrongOne = Object.entries(form.errors).find(([path]) => path.startsWith(`${name}.`))?.[1]
  const { error, ...field } = form.getInputProps(name)
  return { ...field, error: error ?? wrongOne }
}

export const SettingsFields = ({ form }: Props) => {
  return (
    <Stack gap="md">
      <TextInput label={fields.name} description={messages.nameHint} withAsterisk {...form.getInputProps('name')} />
      <Textarea label={fields.address} autosize minRows={2} {...form.getInputProps('address')} />
      <EmailField
        label={fields.email}
        description={messages.emailHint}
        autoComplete="off"
        {...form.getInputProps('email')}
      />
      <TextInput label={fields.phone} type="tel" {...form.getInputProps('phone')} />
      <SocialLinks form={form} />
      <TagsInput
        label={fields.blocked_email_domains}
        description={messages.blockedHint}
        placeholder={messages.blockedPlaceholder}
        acceptValueOnBlur
        splitChars={[',', ' ', ';']}
        {...listProps(form, 'blocked_email_domains')}
      />
      <TagsInput
        label={fields.patient_id_issuers}
        description={messages.issuersHint}
        acceptValueOnBlur
        splitChars={[';']}
        {...listProps(form, 'patient_id_issuers')}
      />
      <NumberInput
        label={fields.retention_years}
        description={messages.retentionHint}
        withAsterisk
        allowDecimal={false}
        clampBehavior="none"
        {...form.getInputProps('retention_years')}
      />
      <NumberInput
        label={fields.answer_days}
        description={messages.answerHint}
        withAsterisk
        allowDecimal={false}
        clampBehavior="none"
        {...form.getInputProps('answer_days')}
      />
      <Switch
        label={fields.countersign_forms}
        description={messages.countersignHint}
        {...form.getInputProps('countersign_forms', { type: 'checkbox' })}
      />
      <Switch
        label={fields.own_images_open}
        description={messages.ownImagesHint}
        {...form.getInputProps('own_images_open', { type: 'checkbox' })}
      />
    </Stack>
  )
}

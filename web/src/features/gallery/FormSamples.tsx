import {
  Button,
  Checkbox,
  PasswordInput,
  Radio,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Tabs,
  TextInput,
} from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { DobSelects } from '../../ui/form/DobSelects.tsx'
import { FileDrop } from '../../ui/form/FileDrop.tsx'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import { PasswordChecklist } from '../../ui/form/PasswordChecklist.tsx'
import { StateSelect } from '../../ui/form/StateSelect.tsx'

export const FormSamples = () => {
  const [password, setPassword] = useState('Abc1')
  const [again, setAgain] = useState('Abc')
  const [dob, setDob] = useState<string | null>(null)
  const [state, setState] = useState<string | null>('MA')
  const [tried, setTried] = useState(false)
  const errors = tried ? { email: 'Invalid email format' } : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormAlert
          errors={errors}
          labels={{ email: 'Email' }}
          onJump={(name) => document.getElementById(name)?.focus()}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput id="email" label="Email" placeholder="name@example.org" error={errors.email} />
          <StateSelect value={state} onChange={setState} />
          <PasswordInput
            label="Password"
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <PasswordInput
            label="Confirm password"
            autoComplete="new-password"
            value={again}
            onChange={(event) => setAgain(event.currentTarget.value)}
          />
        </SimpleGrid>
        <PasswordChecklist password={password} confirmation={again} />
        <DobSelects value={dob} onChange={setDob} />
        <Checkbox label="I have read and agree to the Terms and Conditions" />
        <Radio label="One of several" name="sample" value="one" />
        <SegmentedControl aria-label="Sample of two" data={['Sign in', 'Register']} />
        <Tabs defaultValue="profile">
          <Tabs.List>
            <Tabs.Tab value="profile">Profile</Tabs.Tab>
            <Tabs.Tab value="file">File</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="profile" pt="sm">
            The first panel
          </Tabs.Panel>
          <Tabs.Panel value="file" pt="sm">
            The second panel
          </Tabs.Panel>
        </Tabs>
        <FileDrop accept=".pdf" onPick={() => undefined} />
        <Button type="submit">Submit</Button>
      </Stack>
    </form>
  )
}

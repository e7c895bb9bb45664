import { useRef, useState } from "react";
import type { FieldError } from "react-hook-form";
import { LOGO_MAX_BYTES } from "#contract/constants/people.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Field, Input } from "#dashboard/components/controls/field.tsx";
import { errorText } from "#dashboard/errors.ts";
import { useOneMutation } from "#dashboard/forms/use-one-mutation.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

interface LogoFieldProps {
  value: string;
  onChange: (url: string) => void;
  error: FieldError | undefined;
  hint?: string;
  /** Address of the picture that is shown while there is none here. */
  inherited?: string | undefined;
}

/** The address of a logo, which a file that is uploaded gets one of. */
export function LogoField({ value, onChange, error, hint = UPLOADED, inherited = "" }: LogoFieldProps) {
  const { may, write } = useEnvironment();
  const shown = value || inherited;
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string>();
  const upload = useOneMutation<{ url: string }, File>({
    mutationFn: async (file) => {
      if (file.size > LOGO_MAX_BYTES) throw new Error(TOO_LARGE);
      return write("organizations.uploadLogo", { file: await base64Of(file) });
    },
    onSuccess: ({ url }) => onChange(url),
    onError: (failure) => setRefused(`The logo was not uploaded. ${errorText(failure)}`),
  });
  return (
    <div className="flex flex-col gap-2">
      {shown !== "" && !error && <Picture key={shown} src={shown} />}
      <Field label="Logo" hint={hint} error={error}>
        {(control) => (
          <span className="flex flex-wrap items-center gap-2">
            <Input
              {...control}
              autoComplete="off"
              inputMode="url"
              placeholder={inherited || "https://example.com/logo.png"}
              className="min-w-0 flex-1 basis-48"
              value={value}
              onChange={({ target }) => onChange(target.value)}
            />
            {may("organization.manage") && (
              <Button pending={upload.isPending} onClick={() => input.current?.click()}>
                Upload
              </Button>
            )}
            {value !== "" && <Button onClick={() => onChange("")}>Remove</Button>}
          </span>
        )}
      </Field>
      <input
        ref={input}
        hidden
        type="file"
        aria-label="File of the logo"
        accept="image/png,image/jpeg"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          setRefused(undefined);
          if (file) upload.mutate(file);
          // The same file can be chosen again.
          target.value = "";
        }}
      />
      {refused !== undefined && (
        <p role="alert" className="text-xs text-danger">
          {refused}
        </p>
      )}
    </div>
  );
}

function Picture({ src }: { src: string }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <p className="text-xs text-warning">There is no picture at this address.</p>;
  return (
    <img
      src={src}
      alt="The logo"
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
      className="h-12 max-w-full self-start rounded-md border bg-mail object-contain p-1"
    />
  );
}

const UPLOADED = "A PNG or JPEG of up to 200 kB, or the address of a picture";
const TOO_LARGE = "It has more than 200 kB: choose a smaller one.";

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

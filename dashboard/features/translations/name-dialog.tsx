import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Field, Input } from "../../components/field.tsx";

interface NameDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  label: string;
  hint: string;
  schema: z.ZodType<string, string>;
  onName: (name: string) => void;
}

/** Asks for the name of something new: a key, a locale. */
export function NameDialog({ open, onOpenChange, title, label, hint, schema, onName }: NameDialogProps) {
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(z.object({ name: schema })),
    defaultValues: { name: "" },
  });
  const submit = handleSubmit(({ name }) => {
    onName(name);
    reset();
    onOpenChange(false);
  });
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title}>
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <Field label={label} hint={hint} error={formState.errors.name}>
          {(control) => <Input {...control} {...register("name")} autoFocus />}
        </Field>
        <Button type="submit" variant="primary">
          Add
        </Button>
      </form>
    </Dialog>
  );
}

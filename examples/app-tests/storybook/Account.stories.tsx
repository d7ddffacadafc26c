import type { Meta, StoryObj } from "@storybook/react";
import { Account } from "../src/Account";
import { withSession } from "./decorator";

const meta: Meta<typeof Account> = { component: Account };
export default meta;

export const SignedIn: StoryObj<typeof Account> = { decorators: [withSession("signed-in")] };
export const SignedOut: StoryObj<typeof Account> = { decorators: [withSession("signed-out")] };
export const Expired: StoryObj<typeof Account> = { decorators: [withSession("expired")] };

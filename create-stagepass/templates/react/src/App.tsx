import { StagepassProvider } from "stagepass/react";
import { Account } from "./Account";
import { client } from "./session";

export default function App() {
  return (
    <StagepassProvider client={client}>
      <Account />
    </StagepassProvider>
  );
}

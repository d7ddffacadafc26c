import "stagepass/callback";
